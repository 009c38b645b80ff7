{
  "targets": [
    {
      "target_name": "addon",
      "sources": ["native/addon.cc", "native/attempts.c", "native/limits.c", "native/peer.c"],
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NAPI_DISABLE_CPP_EXCEPTIONS", "NODE_ADDON_API_DISABLE_DEPRECATED"],
      "cflags": ["-Wall", "-Wextra"],
      "conditions": [
        ["OS=='mac'", { "sources": ["native/seatbelt.c"], "xcode_settings": { "MACOSX_DEPLOYMENT_TARGET": "11.0" } }],
        ["OS=='linux'", { "sources": ["native/noExec.c", "native/zygote.c"] }]
      ]
    }
  ],
  "conditions": [
    ["OS=='mac'", {
      "targets": [
        {
          "target_name": "confineDarwin",
          "type": "executable",
          "sources": ["native/confineDarwin.c", "native/seatbelt.c"],
          "cflags": ["-Wall", "-Wextra"],
          "xcode_settings": { "MACOSX_DEPLOYMENT_TARGET": "11.0" }
        }
      ]
    }],
    ["OS=='linux'", {
      "targets": [
        {
          "target_name": "confine",
          "type": "executable",
          "sources": ["native/confine.c", "native/confineFiles.c", "native/confineCalls.c", "native/confineProgram.c"],
          "cflags": ["-Wall", "-Wextra"]
        }
      ]
    }]
  ]
}
