print("streamtui")
