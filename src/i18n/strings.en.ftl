app-name = Takujo
