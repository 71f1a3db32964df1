"""What a server's owner and managers may do: settings, management and the doctor."""
