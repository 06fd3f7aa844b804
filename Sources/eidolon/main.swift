print("eidolon")
