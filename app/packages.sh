# The Debian packages that Partita needs, said once, and how they are put in place. For bash; to be sourced.
# shellcheck shell=bash disable=SC2034  # the lists are for the scripts that source this
# Names are those of Debian 12 (bookworm) and of Ubuntu 24.04.

# To build the program and its tests.
PARTITA_BUILD_PACKAGES=(
    cmake ninja-build g++ lld pkg-config
    qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    libqcustomplot-dev libqcustomplot2.1-qt6
    libsimdjson-dev libxxhash-dev libsqlite3-dev libboost-dev zlib1g-dev
    libzstd-dev libyaml-cpp-dev libzip-dev libexpat1-dev libssl-dev
    libgl-dev libvulkan-dev
)
# To show it: the fonts of the window, those that Japanese data needs, and Wayland.
PARTITA_WINDOW_PACKAGES=(fonts-inter fonts-dejavu-core fonts-noto-cjk qt6-wayland)
# To test the endpoint with the clients that people use.
PARTITA_CLIENT_PACKAGES=(python3 python3-boto3 awscli)
# The JavaScript SDK comes by npm. A machine that has npm from elsewhere keeps it: Debian's would replace it.
command -v npm >/dev/null || PARTITA_CLIENT_PACKAGES+=(nodejs npm)
# To check how the sources are formatted.
PARTITA_CHECK_PACKAGES=(clang-format)

# partita_install PACKAGE...: installs those that are missing. Ends the script with a reason when it cannot.
partita_install() {
    local package missing=() as_root=()
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "This machine has no apt-get. Please install what corresponds to these Debian packages:" >&2
        echo "  $*" >&2
        echo "and build by hand, as README.md says." >&2
        exit 3
    fi
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    echo "== Installing: ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Installing needs root and there is no sudo. As root, run:" >&2
            echo "  apt-get install ${missing[*]}" >&2
            exit 3
        fi
        as_root=(sudo)
    fi
    # A fresh machine has no list of packages yet; an old list may name versions that are gone.
    if ! "${as_root[@]}" apt-get update -q || ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}"; then
        echo "apt-get could not install them: is the network reachable, and may $(id -un) install packages?" >&2
        echo "They are needed: ${missing[*]}" >&2
        exit 3
    fi
}
