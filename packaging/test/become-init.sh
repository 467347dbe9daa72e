#!/usr/bin/env bash
# Runs inside the namespaces of booted.py: mounts a temporary overlay over a root tree, and becomes its systemd.
#
#   become-init.sh TREE FOLDER [BIND...]      each BIND is a folder of the machine, mounted at the same path, read-only
#
# Parts of the outer system are read-only (/proc/sys, /sys) or missing (/dev).
set -euo pipefail

PATH=/usr/sbin:/usr/bin:/sbin:/bin
tree=$1 folder=$2
shift 2

mount -t tmpfs -o mode=0755 tmpfs "$folder"
mkdir "$folder"/{upper,work,root}
mount -t overlay -o "lowerdir=$tree,upperdir=$folder/upper,workdir=$folder/work" overlay "$folder/root"
cd "$folder/root"

mount -t proc -o nosuid,nodev,noexec proc proc
# Kernel settings belong to the whole machine, except those of the network: systemd-sysctl would change them.
mount --bind proc/sys proc/sys
mount --bind proc/sys/net proc/sys/net
mount -o remount,bind,ro,nosuid,nodev,noexec proc/sys
if [ -e proc/sysrq-trigger ]; then
  mount --bind proc/sysrq-trigger proc/sysrq-trigger
  mount -o remount,bind,ro proc/sysrq-trigger
fi
mount -t sysfs -o nosuid,nodev,noexec,ro sysfs sys
mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 sys/fs/cgroup

mount -t tmpfs -o mode=0755,nosuid,strictatime tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o nosuid,nodev tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr

mount -t tmpfs -o mode=0755,nosuid,nodev tmpfs run
# There is no console for logins, and there are no kernel settings to apply.
mkdir -p run/systemd/system
ln -s /dev/null run/systemd/system/console-getty.service
ln -s /dev/null run/systemd/system/systemd-sysctl.service

for bind in "$@"; do
  mkdir -p "./$bind"
  # Without submounts, which would stay writable.
  mount --bind "$bind" "./$bind"
  mount -o remount,bind,ro "./$bind"
done

ip link set lo up
echo livegamed-test >etc/hostname

mkdir .old
pivot_root . .old
cd /
umount -l /.old
rmdir /.old
# Credentials of services are mounted in their own namespaces, and must be visible from there.
mount --make-rshared /
exec env -i container=livegamed-test PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
  /lib/systemd/systemd --system --log-target=journal --show-status=no
