"""Parts of messages: containers, choices, and clocks in words."""
