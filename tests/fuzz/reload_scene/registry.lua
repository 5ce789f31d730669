return { list = {}, speed = 1 }
