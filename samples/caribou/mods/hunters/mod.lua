return {
  name = "hunters",
  title = "Hunters",
  description = "People who hunt caribou while the season is open; a tool places more of them.",
  version = "1.0",
  api_version = 1,
  scenario = "caribou",
}
