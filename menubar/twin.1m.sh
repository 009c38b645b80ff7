#!/bin/sh
# The plugin for SwiftBar and xbar (macOS) and Argos (GNOME): shows what `twin menu` prints, once a minute.
# It only finds twin; every text, every limit and every decision is twin's. Put it, or a link to it, into the plugin folder.
#
# <xbar.title>twin</xbar.title>
# <xbar.version>v1.0</xbar.version>
# <xbar.author>twin</xbar.author>
# <xbar.desc>The brief's head, jobs that failed, and what waits for your decision.</xbar.desc>
# <xbar.dependencies>node,twin</xbar.dependencies>
# <swiftbar.runInBash>false</swiftbar.runInBash>
# <swiftbar.hideRunInTerminal>true</swiftbar.hideRunInTerminal>
# <swiftbar.hideLastUpdated>true</swiftbar.hideLastUpdated>
# <swiftbar.hideAbout>true</swiftbar.hideAbout>

# A menu bar starts with a short PATH and reads no shell profile: these are the places where node and npm put programs.
# TWIN in the environment names another twin.
PATH="${PATH:-/usr/bin:/bin}:/opt/homebrew/bin:/usr/local/bin:/opt/local/bin:${HOME:-/}/.local/bin:${HOME:-/}/.npm-global/bin:${HOME:-/}/.volta/bin"
export PATH

twin=${TWIN:-$(command -v twin)}
# Node version managers keep a folder a version: the last of them in order that has twin.
if [ -z "$twin" ]; then
  for found in "${HOME:-/}"/.nvm/versions/node/*/bin/twin "${HOME:-/}"/.local/share/fnm/node-versions/*/installation/bin/twin; do
    if [ -x "$found" ]; then
      twin=$found
      PATH="${found%/*}:$PATH"
    fi
  done
fi

if [ -n "$twin" ] && [ -x "$twin" ] && "$twin" menu 2>/dev/null; then
  exit 0
fi
printf '%s\n' 'twin –' '---' 'twin cannot be started from here' 'Set TWIN in this file to what "command -v twin" prints'
exit 0
