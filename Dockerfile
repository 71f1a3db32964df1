# Slowboat in a container. `compose.yaml` shows how it is meant to be run; docs/operating.md has the settings.
# Two stages, so that the tools of the installation are not in the image. It runs with a read-only root; only var/ is
# written.

FROM python:3.11-slim-bookworm AS build
WORKDIR /app
RUN pip install --no-cache-dir "uv==0.13.9"
COPY pyproject.toml uv.lock ./
ARG EXTRAS=""
RUN uv sync --locked --no-dev --no-cache --compile-bytecode --python-preference only-system ${EXTRAS}

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
ENV PATH="/app/.venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
# Bytecode, because a program on a read-only root would compile itself anew at every start.
RUN python -m compileall -q bot.py compiled games rendering matches data client cogs sandbox locales
RUN install -d -o 10001 -g 10001 var
USER 10001:10001
VOLUME /app/var
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "-m", "data", "healthy"]
ENTRYPOINT ["python", "bot.py"]
