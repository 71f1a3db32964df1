"""Parts of messages: containers, menus, and clocks in words."""
