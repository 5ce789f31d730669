return {
  name = "braver_bulls",
  title = "Braver bulls",
  description = "One caribou in six is a bull that stands and faces the pack.",
  version = "1.0",
  api_version = 1,
  scenario = "caribou",
}
