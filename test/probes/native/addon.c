// probe(name, ...texts and numbers): the number that the probe of that name answers. Plain Node-API.
#include "probes.h"
#include <node_api.h>
#include <stdio.h>

static const struct row *const groups[] = {network_probes, lane_probes, process_probes, exec_probes, kernel_probes};

static probe *find(const char *name) {
  for (size_t group = 0; group < sizeof groups / sizeof *groups; group++)
    for (const struct row *row = groups[group]; row->name; row++)
      if (strcmp(row->name, name) == 0) return row->run;
  return NULL;
}

static napi_value call(napi_env env, napi_callback_info info) {
  napi_value values[6], result;
  size_t count = 6;
  char texts[6][4096];
  struct argument arguments[6] = {{0}};
  napi_get_cb_info(env, info, &count, values, NULL, NULL);
  for (size_t i = 0; i < count; i++) {
    napi_valuetype type;
    size_t length;
    napi_typeof(env, values[i], &type);
    if (type == napi_string) {
      napi_get_value_string_utf8(env, values[i], texts[i], sizeof texts[i], &length);
      arguments[i].text = texts[i];
    } else {
      int64_t number = 0;
      napi_get_value_int64(env, values[i], &number);
      arguments[i].number = (long)number;
    }
  }
  probe *run = arguments[0].text ? find(arguments[0].text) : NULL;
  if (!run) {
    napi_throw_error(env, NULL, "no probe of that name");
    return NULL;
  }
  napi_create_int32(env, run(arguments + 1), &result);
  return result;
}

static napi_value init(napi_env env, napi_value exports) {
  napi_value function;
  napi_create_function(env, "probe", NAPI_AUTO_LENGTH, call, NULL, &function);
  napi_set_named_property(env, exports, "probe", function);
  return exports;
}
NAPI_MODULE(probes, init)
