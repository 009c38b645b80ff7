// The skin between node and the C files beside it: every function checks its arguments and passes them on. Relies on
// Node-API 8; the only state is the kernel's.
#include "attempts.h"
#include "limits.h"
#include "peer.h"
#include <cerrno>
#include <cstring>
#include <napi.h>
#include <string>
#include <vector>
#ifdef __APPLE__
#include "seatbelt.h"
#else
#include "noExec.h"
#include "zygote.h"
#include <unistd.h>
#endif

namespace {

Napi::Value Fail(const Napi::CallbackInfo &info, const std::string &sentence) {
  Napi::Error::New(info.Env(), sentence).ThrowAsJavaScriptException();
  return info.Env().Undefined();
}

#ifdef __APPLE__
std::string Text(const Napi::CallbackInfo &info, size_t index) { return info[index].As<Napi::String>().Utf8Value(); }

/** sandboxCheck(): boolean. */
Napi::Value SandboxCheck(const Napi::CallbackInfo &info) {
  return Napi::Boolean::New(info.Env(), twin_sandbox_check() != 0);
}

/** sandboxInit(text, parameters: string[]): undefined; throws with the compiler's line. */
Napi::Value SandboxInit(const Napi::CallbackInfo &info) {
  if (info.Length() != 2 || !info[0].IsString() || !info[1].IsArray()) return Fail(info, "wanted a text and its parameters");
  std::string profile = Text(info, 0);
  Napi::Array list = info[1].As<Napi::Array>();
  std::vector<std::string> texts;
  for (uint32_t i = 0; i < list.Length(); i++) texts.push_back(list.Get(i).ToString().Utf8Value());
  std::vector<const char *> parameters;
  for (const std::string &text : texts) parameters.push_back(text.c_str());
  parameters.push_back(nullptr);
  char message[400];
  if (twin_sandbox_init(profile.c_str(), parameters.data(), message, sizeof message) != 0) return Fail(info, message);
  return info.Env().Undefined();
}

/** clonefile(from, to): undefined; throws with the system's text. */
Napi::Value CloneFile(const Napi::CallbackInfo &info) {
  if (info.Length() != 2 || !info[0].IsString() || !info[1].IsString()) return Fail(info, "wanted two paths");
  if (twin_clonefile(Text(info, 0).c_str(), Text(info, 1).c_str()) != 0) return Fail(info, std::strerror(errno));
  return info.Env().Undefined();
}
#else
Napi::Value Done(const Napi::CallbackInfo &info, int error) {
  return error == 0 ? info.Env().Undefined() : Fail(info, std::strerror(error));
}

/** forbidExec(mayFork): undefined; throws with the system's text. Whatever is not true is no. */
Napi::Value ForbidExec(const Napi::CallbackInfo &info) {
  bool may_fork = info[0].IsBoolean() && info[0].As<Napi::Boolean>().Value();
  return Done(info, twin_forbid_exec(may_fork));
}

/** forbidThreads(): undefined; throws with the system's text. After forbidExec alone: clone3 is its. */
Napi::Value ForbidThreads(const Napi::CallbackInfo &info) { return Done(info, twin_forbid_threads()); }

/** fork(milliseconds): undefined in the child; in the parent { code, signal, late }, once the child is gone. */
Napi::Value Fork(const Napi::CallbackInfo &info) {
  if (info.Length() != 1 || !info[0].IsNumber()) return Fail(info, "wanted milliseconds");
  twin_ended ended = {0, 0, 0};
  int child = twin_fork(info[0].As<Napi::Number>().Int32Value(), &ended);
  if (child < 0) return Fail(info, std::strerror(-child));
  if (child == 0) return info.Env().Undefined();
  Napi::Object end = Napi::Object::New(info.Env());
  end.Set("code", ended.code);
  end.Set("signal", ended.signal);
  end.Set("late", ended.late != 0);
  return end;
}

std::vector<std::string> Texts(const Napi::Value &value) {
  Napi::Array list = value.As<Napi::Array>();
  std::vector<std::string> texts;
  for (uint32_t i = 0; i < list.Length(); i++) texts.push_back(list.Get(i).ToString().Utf8Value());
  return texts;
}

std::vector<const char *> Pointers(const std::vector<std::string> &texts) {
  std::vector<const char *> pointers;
  for (const std::string &text : texts) pointers.push_back(text.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

/** enterMessage(reads: string[], writes: string[], kept: descriptor): undefined; throws with the system's text. */
Napi::Value EnterMessage(const Napi::CallbackInfo &info) {
  if (info.Length() != 3 || !info[0].IsArray() || !info[1].IsArray() || !info[2].IsNumber())
    return Fail(info, "wanted two lists of paths and a descriptor");
  std::vector<std::string> reads = Texts(info[0]), writes = Texts(info[1]);
  std::vector<const char *> to_read = Pointers(reads), to_write = Pointers(writes);
  twin_message message = {to_read.data(), to_write.data(), info[2].As<Napi::Number>().Int32Value()};
  return Done(info, twin_enter_message(&message));
}

/** exitNow(code): ends this process, and does nothing else: what was forked has no threads that could be waited for. */
Napi::Value ExitNow(const Napi::CallbackInfo &info) { _exit(info[0].As<Napi::Number>().Int32Value()); }
#endif

/** attempt(act: 'socket' | 'fork' | 'exec'): the errno of the refusal, 0 when the act succeeded. */
Napi::Value Attempt(const Napi::CallbackInfo &info) {
  std::string act = info[0].ToString().Utf8Value();
  if (act == "socket") return Napi::Number::New(info.Env(), twin_attempt_socket());
  if (act == "fork") return Napi::Number::New(info.Env(), twin_attempt_fork());
  if (act == "exec") return Napi::Number::New(info.Env(), twin_attempt_exec());
  return Fail(info, "wanted socket, fork or exec");
}

/** limit(seconds, bytes, descriptors): undefined; throws with the system's text. */
Napi::Value Limit(const Napi::CallbackInfo &info) {
  if (info.Length() != 3 || !info[0].IsNumber() || !info[1].IsNumber() || !info[2].IsNumber())
    return Fail(info, "wanted seconds, bytes and descriptors");
  int error = twin_limit(info[0].As<Napi::Number>().Uint32Value(), info[1].As<Napi::Number>().DoubleValue(),
                         info[2].As<Napi::Number>().Uint32Value());
  return error == 0 ? info.Env().Undefined() : Fail(info, std::strerror(error));
}

/** peer(fd): { pid, uid }, or undefined where the kernel knows of none. */
Napi::Value PeerOf(const Napi::CallbackInfo &info) {
  if (info.Length() != 1 || !info[0].IsNumber()) return Fail(info, "wanted a descriptor");
  int pid = 0;
  unsigned uid = 0;
  if (twin_peer(info[0].As<Napi::Number>().Int32Value(), &pid, &uid) != 0) return info.Env().Undefined();
  Napi::Object peer = Napi::Object::New(info.Env());
  peer.Set("pid", pid);
  peer.Set("uid", uid);
  return peer;
}

/** hasTerminal(pid): boolean, or undefined where the system does not tell. */
Napi::Value HasTerminal(const Napi::CallbackInfo &info) {
  if (info.Length() != 1 || !info[0].IsNumber()) return Fail(info, "wanted the id of a process");
  int answer = twin_has_terminal(info[0].As<Napi::Number>().Int32Value());
  return answer < 0 ? info.Env().Undefined() : Napi::Boolean::New(info.Env(), answer == 1);
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("attempt", Napi::Function::New(env, Attempt));
  exports.Set("limit", Napi::Function::New(env, Limit));
  exports.Set("peer", Napi::Function::New(env, PeerOf));
  exports.Set("hasTerminal", Napi::Function::New(env, HasTerminal));
#ifdef __APPLE__
  exports.Set("sandboxCheck", Napi::Function::New(env, SandboxCheck));
  exports.Set("sandboxInit", Napi::Function::New(env, SandboxInit));
  exports.Set("clonefile", Napi::Function::New(env, CloneFile));
#else
  exports.Set("forbidExec", Napi::Function::New(env, ForbidExec));
  exports.Set("forbidThreads", Napi::Function::New(env, ForbidThreads));
  exports.Set("fork", Napi::Function::New(env, Fork));
  exports.Set("enterMessage", Napi::Function::New(env, EnterMessage));
  exports.Set("exitNow", Napi::Function::New(env, ExitNow));
#endif
  return exports;
}

}  // namespace

NODE_API_MODULE(addon, Init)
