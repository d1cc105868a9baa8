#!/bin/sh
# sysroot.sh FOLDER ARCHITECTURE PACKAGE... - unpacks Debian packages for another architecture, with their dependencies,
# into FOLDER, once for these packages.  Nothing else on this machine changes: apt keeps its lists and dpkg its record
# in FOLDER, where `dpkg-query --admindir FOLDER/var/lib/dpkg` reads it.
set -eu
folder=$1
architecture=$2
shift 2
wanted="$architecture $*"
[ "$(cat "$folder/made" 2> /dev/null)" != "$wanted" ] || exit 0
rm -rf "$folder"
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/var/lib/dpkg/info"
folder=$(cd "$folder" && pwd)
: > "$folder/apt/status"
record=$folder/var/lib/dpkg
echo 1 > "$record/info/format" # of the names of its lists
cat > "$folder/apt/conf" << END
Dir::State "$folder/apt";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt";
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Sandbox::User "root";
Acquire::Languages "none";
END
export APT_CONFIG="$folder/apt/conf"
# A source that has nothing for this architecture is no error yet.
apt-get -qq update > "$folder/apt/said" 2>&1 || true
apt-get -qq install -y --no-install-recommends --download-only "$@" > "$folder/apt/said" 2>&1 || {
    cat "$folder/apt/said" >&2
    echo "sysroot.sh: the sources of apt here lack these packages for $architecture; take a machine whose have them" >&2
    exit 2
}
for package in "$folder"/apt/archives/*.deb; do
    name=$(dpkg-deb -f "$package" Package)
    case $(dpkg-deb -f "$package" Multi-Arch) in same) list=$name:$architecture ;; *) list=$name ;; esac
    dpkg-deb -x "$package" "$folder"
    dpkg-deb --fsys-tarfile "$package" | tar t | sed 's,^\.,,; s,/$,,; s,^$,/.,' > "$record/info/$list.list"
    { dpkg-deb -f "$package"; echo 'Status: install ok installed'; echo; } >> "$record/status"
    rm "$package"
done
echo "$wanted" > "$folder/made"
