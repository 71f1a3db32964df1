"""The panels of people who manage a server: settings, and `/manage`."""
