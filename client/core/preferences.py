"""What people want for themselves, at hand wherever a sentence is said or a picture drawn for one of them."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from client.core.logs import note
from data import Store, StoreError
from matches.people.preferences import Person, read_person, write_person
from rendering import Look

if TYPE_CHECKING:
    from client.core.bot import Slowboat

_REMEMBERED = 4096
"""People kept in memory; the file has them all."""


class People:
    """`load` before something is done for somebody; `known` answers at once from then on."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: OrderedDict[int, Person] = OrderedDict()

    async def load(self, user_id: int) -> Person:
        """A person's wishes. While the store cannot be read, the usual ones: it is the wrong moment to complain."""
        found = self._people.get(user_id)
        if found is None:
            try:
                found = await read_person(self._store, user_id)
            except StoreError:
                return Person()
        self._keep(user_id, found)
        return found

    def known(self, user_id: int) -> Person:
        """The wishes of somebody who was loaded; the usual ones for anybody else."""
        return self._people.get(user_id) or Person()

    async def change(self, user_id: int, person: Person) -> None:
        """Remember new wishes, here and in the file."""
        await write_person(self._store, user_id, person)
        self._keep(user_id, person)

    def forget(self, user_id: int) -> None:
        """Somebody is not to be remembered any more."""
        self._people.pop(user_id, None)

    def _keep(self, user_id: int, person: Person) -> None:
        self._people[user_id] = person
        self._people.move_to_end(user_id)
        while len(self._people) > _REMEMBERED:
            self._people.popitem(last=False)


def look_of(person: Person) -> Look:
    """How this person's private pictures are drawn."""
    return Look(theme=person.theme, contrast=person.contrast, large=person.large)


class PersonalTree(app_commands.CommandTree["Slowboat"]):
    """Commands that answer everybody as they like it."""

    async def interaction_check(self, interaction: discord.Interaction[Slowboat], /) -> bool:
        if not interaction.client.reception.take(interaction):
            return False
        note(interaction=interaction.id)
        await interaction.client.greet(interaction)
        return True
