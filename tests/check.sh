# Shared by shell tests: sourced, not run. A test ends with: [ "$failures" -eq 0 ]

failures=0
shown= # a file to print when a check fails, such as what the program said; may be empty or missing

# Run a command that must succeed, and print the outcome.
check() { # what must hold, then the command
    local what=$1
    shift
    if "$@"; then
        echo "ok: $what"
    else
        echo "FAILED: $what ($*)"
        [ -z "$shown" ] || [ ! -s "$shown" ] || sed 's/^/    /' "$shown"
        failures=$((failures + 1))
    fi
}
