# Slowboat in a container. `compose.yaml` shows how it is meant to be run; README.md has the settings.
# Two stages, so that the tools of the installation are not in the image. It runs with a read-only root; only var/ is
# written.

FROM python:3.11-slim-bookworm AS build
WORKDIR /app
RUN pip install --no-cache-dir "uv==0.13.9"
COPY pyproject.toml uv.lock ./
ARG EXTRAS=""
RUN uv sync --locked --no-dev --no-cache --python-preference only-system ${EXTRAS}

FROM python:3.11-slim-bookworm
WORKDIR /app
COPY --from=build /app/.venv ./.venv
COPY pyproject.toml LICENSE bot.py ./
COPY compiled ./compiled
COPY games ./games
COPY rendering ./rendering
COPY matches ./matches
COPY data ./data
COPY client ./client
COPY cogs ./cogs
COPY sandbox ./sandbox
COPY locales ./locales
COPY --chown=10001:10001 var/.gitkeep ./var/.gitkeep
ENV PATH="/app/.venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001:10001
VOLUME /app/var
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, sys, time; sys.exit(time.time() - os.path.getmtime('var/heartbeat') > 60)"]
ENTRYPOINT ["python", "bot.py"]
