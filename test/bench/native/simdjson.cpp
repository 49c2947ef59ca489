// Reads from Summaries what the policy reads, with simdjson on demand, or parses all of them, and
// prints as JSON how many microseconds a document takes with each kernel:
// simdjson read|parse ROUNDS CALLS SUMMARY...
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <simdjson.h>

using namespace simdjson;

// Everything that was read ends in here, so that no compiler leaves a part of it out.
static uint64_t sum = 0;

static bool is(ondemand::raw_json_string key, const char *name) { return key.unsafe_is_equal(name); }

static void number(ondemand::value value) { sum += value.get_uint64().value(); }

// Kept as a view: the document is still there when names are looked up.
static void text(ondemand::value value) { sum += value.get_raw_json_string().value().raw()[0]; }

static void memory(ondemand::value value) {
  for (auto field : value.get_object()) {
    auto key = field.key().value();
    if (is(key, "time")) text(field.value());
    else if (is(key, "availableBytes") || is(key, "workingSetBytes")) number(field.value());
  }
}

static void used(ondemand::value value) {
  for (auto field : value.get_object()) {
    auto key = field.key().value();
    if (is(key, "usedBytes") || is(key, "inodesUsed")) number(field.value());
    else if (is(key, "name")) text(field.value());
  }
}

static void fileSystem(ondemand::value value) {
  for (auto field : value.get_object()) {
    auto key = field.key().value();
    if (is(key, "time")) text(field.value());
    else if (is(key, "availableBytes") || is(key, "capacityBytes") || is(key, "inodesFree") ||
             is(key, "inodes") || is(key, "inodesUsed"))
      number(field.value());
  }
}

static void container(ondemand::value value) {
  for (auto field : value.get_object()) {
    auto key = field.key().value();
    if (is(key, "name")) text(field.value());
    else if (is(key, "memory")) memory(field.value());
    else if (is(key, "rootfs") || is(key, "logs")) used(field.value());
  }
}

static void node(ondemand::value value) {
  for (auto field : value.get_object()) {
    auto key = field.key().value();
    if (is(key, "systemContainers")) {
      for (auto one : field.value().get_array()) container(one.value());
    } else if (is(key, "memory")) memory(field.value());
    else if (is(key, "fs")) fileSystem(field.value());
    else if (is(key, "runtime")) {
      for (auto of : field.value().get_object()) fileSystem(of.value());
    } else if (is(key, "rlimit")) {
      for (auto of : field.value().get_object()) {
        auto name = of.key().value();
        if (is(name, "time")) text(of.value());
        else if (is(name, "maxpid") || is(name, "curproc")) number(of.value());
      }
    }
  }
}

static void pod(ondemand::value value) {
  for (auto field : value.get_object()) {
    auto key = field.key().value();
    if (is(key, "podRef")) {
      for (auto of : field.value().get_object()) {
        if (is(of.key().value(), "uid")) text(of.value());
      }
    } else if (is(key, "containers")) {
      for (auto one : field.value().get_array()) container(one.value());
    } else if (is(key, "memory")) memory(field.value());
    else if (is(key, "volume")) {
      for (auto one : field.value().get_array()) used(one.value());
    } else if (is(key, "ephemeral-storage")) used(field.value());
    else if (is(key, "process_stats")) {
      for (auto of : field.value().get_object()) {
        if (is(of.key().value(), "process_count")) number(of.value());
      }
    }
  }
}

static void summary(ondemand::parser &parser, padded_string_view bytes) {
  ondemand::document document = parser.iterate(bytes);
  for (auto field : document.get_object()) {
    auto key = field.key().value();
    if (is(key, "node")) node(field.value());
    else if (is(key, "pods")) {
      for (auto one : field.value().get_array()) pod(one.value());
    }
  }
}

static double medianMicros(long rounds, long calls, const std::vector<padded_string> &documents,
                           const std::function<void(padded_string_view)> &read) {
  size_t next = 0;
  auto measured = [&] {
    const auto start = std::chrono::steady_clock::now();
    for (long call = 0; call < calls; call++) {
      read(documents[next]);
      next = (next + 1) % documents.size();
    }
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
    return spent.count() / calls;
  };
  measured();
  std::vector<double> micros;
  for (long round = 0; round < rounds; round++) micros.push_back(measured());
  std::sort(micros.begin(), micros.end());
  return micros[rounds / 2];
}

int main(int count, char **words) {
  const bool reads = std::string_view(words[1]) == "read";
  const long rounds = atol(words[2]);
  const long calls = atol(words[3]);
  std::vector<padded_string> documents;
  for (int i = 4; i < count; i++) documents.push_back(padded_string::load(words[i]).take_value());
  // On demand, the library's own choice is what a program would have.
  const std::string chosen = get_active_implementation()->name();
  const char *separator = "{";
  for (auto kernel : get_available_implementations()) {
    if (!kernel->supported_by_runtime_system() || (reads && kernel->name() != chosen)) continue;
    get_active_implementation() = kernel;
    ondemand::parser onDemand;
    dom::parser parser;
    const double micros = medianMicros(rounds, calls, documents, [&](padded_string_view bytes) {
      if (reads) summary(onDemand, bytes);
      else sum += parser.parse(bytes.data(), bytes.size(), false).error();
    });
    printf("%s\"%s\":%f", separator, kernel->name().c_str(), micros);
    separator = ",";
  }
  printf("}\n");
  // Of a sum that nobody sees a compiler could leave out the reading.
  fprintf(stderr, "%llu\n", static_cast<unsigned long long>(sum));
}
