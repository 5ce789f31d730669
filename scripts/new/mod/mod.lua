return {
  name = "NAME",
  title = "NAME",
  description = "Every KIND is crimson and has a label.",
  version = "0.1",
  api_version = 1,
  scenario = "SCENARIO",
}
