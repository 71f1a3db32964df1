"""How fast Slowboat is, measured beside others in the same run: `python -m bench` prints one table.

Nothing of Slowboat imports this package. It is the only place that imports python-chess, which is under the GPL: a
yardstick of the development tools, no part of the bot.
"""
