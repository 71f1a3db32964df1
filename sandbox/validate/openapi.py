"""Validate requests and the sandbox's own answers against Discord's OpenAPI description.

Needs the packages jsonschema, jsonschema-rs and referencing, and the description's file; without one of them `load`
returns None. Validators are compiled once per route. A choice between components or options is decided by their `type`,
which gives better messages than trying them all. jsonschema-rs, which is much faster, decides whether a body is valid;
jsonschema explains why one is not.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from sandbox.discord.model import ChannelType, Json
from sandbox.errors import Problem

try:
    import jsonschema_rs
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
    from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]
    from jsonschema.validators import extend  # type: ignore[import-untyped]
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012
except ImportError:  # a test-only dependency
    Draft202012Validator = None  # without it `load` gives None

ROOT = "urn:discord"

AS_TEXT = ("default_member_permissions", "allow", "deny")
"""Permissions: integers in the description, strings in the documentation; Discord takes both."""


VARIABLE = "DISCORD_API_DESCRIPTION"
"""The environment variable that names the description's file."""


def default_path() -> Path:
    """Return the path of the description: from the environment, or in `shared` beside the checkout."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named is not None else Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"


@cache
def load(path: Path) -> Description | None:
    """Load the description from a file; None without it or without jsonschema. Compiled once per process."""
    if not path.is_file() or Draft202012Validator is None:
        return None
    return Description(json.loads(path.read_text(encoding="utf-8")))


class Description:
    """Compiled validators of one API description."""

    def __init__(self, document: Json) -> None:
        _simplify(document)
        self.paths: dict[str, Json] = {_plain(path): item for path, item in document["paths"].items()}
        self.schemas: dict[str, Json] = document["components"]["schemas"]
        self.schemas["ChannelTypes"]["enum"].append(ChannelType.UNKNOWN)  # the sandbox's type that is not described
        self.schemas["GuildChannelResponse"]["properties"]["type"]["enum"].append(ChannelType.UNKNOWN)
        self.schemas["SnowflakeType"] = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
        # The codes inside a form error: the description says integers, but the documentation shows strings.
        inner = {"type": "object", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}}
        self.schemas["InnerErrors"]["properties"]["_errors"]["items"] = inner | {"required": ["code", "message"]}
        resource = DRAFT202012.create_resource({"components": {"schemas": self.schemas}})
        self.registry = Registry().with_resource(ROOT, resource)
        self._types: dict[tuple[str, ...], dict[Any, str] | None] = {}
        self._requests: dict[tuple[str, str], Check | None] = {}
        self._responses: dict[tuple[str, str, int], Check | None] = {}
        quick = {"components": {"schemas": _with_any_of(self.schemas)}}
        self._quick_registry = jsonschema_rs.Registry([(ROOT, quick)])

    # -- requests -------------------------------------------------------------------------------------------------

    def request_problems(self, method: str, path: str, body: Any) -> list[Problem]:
        """List the problems the description finds in a request's body."""
        check = self.compile_request(method, path)
        if check is None or body is None:
            return []
        return [_problem(error) for error in check.find_errors(body)]

    def compile_request(self, method: str, path: str) -> Check | None:
        """Compile the validators of a request's body, once; None if the body is not described."""
        key = (method, path)
        if key not in self._requests:
            self._requests[key] = self._compile(self._request_schema(method, path))
        return self._requests[key]

    def _operation(self, method: str, path: str) -> Json:
        item = self.paths.get(_plain(path), {})
        operation: Json = item.get(method.lower(), {})
        return operation

    def _request_schema(self, method: str, path: str) -> Json | None:
        content = self._operation(method, path).get("requestBody", {}).get("content", {})
        schema: Json | None = content.get("application/json", {}).get("schema")
        return schema

    # -- responses ------------------------------------------------------------------------------------------------

    def response_problem(self, method: str, path: str, status: int, data: Any) -> str | None:
        """Return the first error the description finds in an answer, with its place."""
        key = (method, path, status)
        schema = self._response_schema(method, path, status)
        if schema is UNDESCRIBED:
            return f"{method} {path} answered {status}, which is not described"
        if key not in self._responses:
            self._responses[key] = self._compile(schema)
        check = self._responses[key]
        for error in () if check is None else check.find_errors(data):
            return f"{method} {path} {status}: {error.json_path}: {error.message[:300]}"
        return None

    def find_object_problems(self, schema: str, thing: Json) -> list[str]:
        """List the errors that the description finds in one object, such as those of gateway events."""
        key = ("", schema, 0)
        if key not in self._responses:
            self._responses[key] = self._compile({"$ref": f"#/components/schemas/{schema}"})
        check = self._responses[key]
        return [f"{error.json_path}: {error.message[:300]}" for error in (check.find_errors(thing) if check else ())]

    def _response_schema(self, method: str, path: str, status: int) -> Json | None:
        responses = self._operation(method, path).get("responses")
        if responses is None:
            return None
        if status >= 400:
            refusal = "RatelimitedResponse" if status == 429 else "ErrorResponse"
            return {"$ref": f"#/components/schemas/{refusal}"}
        found: Json | None = responses.get(str(status))
        if found is None:
            return UNDESCRIBED
        described: Json | None = found.get("content", {}).get("application/json", {}).get("schema")
        return described

    # -- compiling ------------------------------------------------------------------------------------------------

    def _compile(self, schema: Json | None) -> Check | None:
        if schema is None:
            return None
        thorough = self._plain_validator(_root(schema), registry=self.registry)
        quick = jsonschema_rs.Draft202012Validator(_root(_with_any_of(schema)), registry=self._quick_registry)
        return Check(quick, thorough)

    @cached_property
    def _plain_validator(self) -> Any:
        return extend(Draft202012Validator, {"oneOf": self._one_of, "anyOf": self._one_of})

    def _one_of(self, validator: Any, branches: list[Json], instance: Any, _: Json) -> Iterator[Any]:
        """Choose the branch of `oneOf` by `type` if the `type` of each object branch is a constant."""
        if NULL in branches:
            if instance is None:
                return
            branches = [branch for branch in branches if branch != NULL]
        if len(branches) == 1:
            yield from validator.descend(instance, branches[0])
            return
        index = self._by_type(tuple(branch.get("$ref", "") for branch in branches))
        if index is not None and isinstance(instance, dict):
            kind = instance.get("type")
            name = index.get(kind) if isinstance(kind, int | str) else None
            if name is None:
                yield ValidationError(f"type {kind!r} is not one of {sorted(index)}", path=("type",))
            else:
                yield from validator.descend(instance, {"$ref": f"{ROOT}#/components/schemas/{name}"})
            return
        # Descriptions overlap ("oneOf" where "anyOf" is meant), so one fitting branch is enough.
        if any(next(validator.descend(instance, branch), None) is None for branch in branches):
            return
        yield from min((list(validator.descend(instance, branch)) for branch in branches), key=len)

    def _by_type(self, references: tuple[str, ...]) -> dict[Any, str] | None:
        """Map the values of `type` to the schemas that allow them; None if `type` does not tell the schemas apart."""
        if references not in self._types:
            index: dict[Any, str] | None = {}
            for reference in references:
                name = reference.rsplit("/", 1)[-1]
                kinds = self.schemas.get(name, {}).get("properties", {}).get("type", {}).get("enum")
                if not kinds or index is None or not index.keys().isdisjoint(kinds):
                    index = None
                    break
                index |= dict.fromkeys(kinds, name)
            self._types[references] = index
        return self._types[references]


@dataclass(frozen=True)
class Check:
    """The two validators of one body."""

    quick: Any
    thorough: Any

    def find_errors(self, body: Any) -> Iterator[Any]:
        """Yield the errors of a body, as errors of jsonschema."""
        return iter(()) if self.quick.is_valid(body) else self.thorough.iter_errors(body)


CODES = {
    "required": "BASE_TYPE_REQUIRED",
    "maxLength": "BASE_TYPE_MAX_LENGTH",
    "minLength": "BASE_TYPE_MIN_LENGTH",
    "maxItems": "BASE_TYPE_BAD_LENGTH",
    "minItems": "BASE_TYPE_BAD_LENGTH",
    "enum": "BASE_TYPE_CHOICES",
}
"""Discord's error codes for the keywords of JSON schema."""

UNDESCRIBED: Json = {"undescribed": True}


NULL: Json = {"type": "null"}


def _simplify(node: Any) -> None:
    """Rewrite a tree of schemas: a choice between constants as `enum`, which means the same and is checked faster; and
    allow strings for permissions.
    """
    if isinstance(node, list):
        for item in node:
            _simplify(item)
    elif isinstance(node, dict):
        for key in AS_TEXT:
            described = node.get(key)
            if isinstance(described, dict) and "integer" in described.get("type", ()):
                node[key] = {"type": ["string", "integer", "null"]}
        branches = node.get("oneOf")
        if isinstance(branches, list) and branches and all("const" in branch for branch in branches):
            del node["oneOf"]
            node["enum"] = [branch["const"] for branch in branches]
        for value in node.values():
            _simplify(value)


def _with_any_of(node: Any) -> Any:
    """Copy a tree of schemas with `oneOf` written as `anyOf`. Plain JSON Schema then decides as `_one_of` does, because
    all branches that differ by `type` require it.
    """
    if isinstance(node, list):
        return [_with_any_of(item) for item in node]
    if not isinstance(node, dict):
        return node
    out = {key: _with_any_of(value) for key, value in node.items()}
    if isinstance(out.get("oneOf"), list):
        out.setdefault("allOf", []).append({"anyOf": out.pop("oneOf")})
    return out


def _root(schema: Json) -> Json:
    """Copy a schema with its references leading into the registry."""
    rooted: Json = json.loads(json.dumps(schema).replace('"#/components', f'"{ROOT}#/components'))
    return rooted


def _plain(path: str) -> str:
    """Remove the placeholders' names from a path template, so that ours and Discord's agree."""
    return re.sub(r"\{[^}]*\}", "{}", path)


def _problem(error: Any) -> Problem:
    code = CODES.get(str(error.validator), "BASE_TYPE_INVALID")
    return Problem(tuple(error.absolute_path), code, error.message[:300])
