package enum StreamUI {}
