"""The strong computer player of DOG Royal: a search over deals it cannot tell from the real one."""
