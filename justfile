# The project's commands. `just` itself comes with the development tools: `uv run just <command>`.

# Cache compiled modules even if the environment disables it, because the tests start many processes.
export PYTHONDONTWRITEBYTECODE := ""

# Start the bot: with DISCORD_TOKEN it joins Discord, without one it opens the sandbox.
run:
    uv run --no-dev bot.py

# The checks that every commit must pass.
check:
    uv run ruff check .
    uv run ruff format --check .
    uv run mypy
    uv run python -m locales --check

# All tests, on all cores.
test *ARGS:
    uv run pytest -n auto --dist worksteal --durations=20 {{ARGS}}

# The tests that are nearest to changed files; see `tests/support/nearest.py`.
test-for +FILES:
    uv run python -m tests.support.nearest {{FILES}}

# Check one game, the fastest checks first, and list what it still lacks: `uv run just game hive`.
game NAME:
    uv run python -m tests.support.game "{{NAME}}"

# Branch coverage of rules, match keeping (without its cache) and store by quick tests; fails below the floor (measured: 81.4 %).
coverage *ARGS:
    SLOWBOAT_TEST_CACHE=0 uv run pytest -n auto --dist worksteal --durations=20 --cov --cov-report=term --cov-fail-under=80.4 \
        -m "not long and not mutant" tests/core tests/matches tests/data tests/docker tests/dog_royal tests/aquaretto tests/riff_raff {{ARGS}}

# Apply automatic fixes.
fix:
    uv run ruff check --fix .
    uv run ruff format .

# Start the local Discord alone, for any bot.
sandbox *ARGS:
    uv run python -m sandbox {{ARGS}}

# Draw sample pictures of every game; `--seed 7 --width 400`: of other matches, as a phone shows them.
pictures FOLDER="var/pictures" *ARGS:
    uv run python -m rendering {{FOLDER}} {{ARGS}}

# Draw the gallery: contact sheets of every game.
gallery *ARGS:
    uv run python -m rendering.gallery {{ARGS}}

# Measure Slowboat's speed beside its peers, and write the tables of docs/evidence.md. `--only NAME`, `--quick`.
bench *ARGS:
    uv run python -m bench {{ARGS}}

# Compile the rules that take the most time, with mypyc and a C compiler; optional. `docker` for one game.
compile *ARGS:
    uv run python -m compiled {{ARGS}}

# Measure the strength of the computer players: `docker --seats 2 4 --deals 100 --pairs strong:normal flat500:normal`.
arena *ARGS:
    uv run python -m arena {{ARGS}}

# Learn the weights of Docker's strong player again: `--seats two --games 19000`.
train-docker *ARGS:
    uv run python -m training.docker {{ARGS}}

# Learn the weights of DOG Royal's strong player again: `--games 500`.
train-dog-royal *ARGS:
    uv run python -m training.dog_royal {{ARGS}}

# Learn the weights of Aquaretto's strong player again: `--games 800` (about an hour of CPU), or some: `--seats 4`.
train-aquaretto *ARGS:
    uv run python -m training.aquaretto {{ARGS}}

# Make the stock of daily puzzles again (about an hour), or print some: `docker --first 0 --last 49`.
puzzles *ARGS:
    uv run python -m matches.puzzles {{ARGS}}

# Write the skeleton of a new game, which can be played at once: `uv run just new-game hive`.
new-game NAME:
    uv run python -m skeleton "{{NAME}}"

# Bring the catalogues up to date with the sentences in the code, or those of one game: `uv run just texts hive`.
texts *GAME:
    uv run python -m locales {{GAME}}

# The long runs: ten thousand games of each kind, a month of matches a thousand times, a thousand positions of pictures,
# a hundred thousand broken requests to the sandbox.
fuzz *ARGS:
    SLOWBOAT_FULL=1 uv run pytest -p tests.support.progress -n auto --timeout=7200 tests/laws tests/docker tests/dog_royal tests/aquaretto tests/riff_raff tests/days tests/matches tests/rendering tests/sandbox/test_mutated_bodies.py {{ARGS}}

# Prove every promise with its full number and its mutants; writes docs/promises.md. `--tenth`, `--only WORD`.
prove *ARGS:
    uv run python -m tests.prove {{ARGS}}
