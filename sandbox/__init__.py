"""A local Discord: REST v10 and gateway v10 on loopback, for the real, unmodified client libraries and for people.

It knows nothing of Slowboat: any bot can be run and tested against it. Start with `server.Sandbox`.
"""
