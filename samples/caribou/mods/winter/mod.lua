return {
  name = "winter",
  title = "Winter",
  description = "Snow slows everyone, and the herd leaves tracks that wolves follow.",
  version = "1.0",
  api_version = 1,
  scenario = "caribou",
}
