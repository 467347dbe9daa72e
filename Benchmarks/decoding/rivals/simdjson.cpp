// Reads the members of a projection with simdjson's on-demand parser: simdjson TREE BODY ROUNDS.
//
// TREE has one line for each node: its kind, the range of its members, its name. The result is a sum of all values and
// lengths, so this does less than a decoder that makes a snapshot. Prints the least microseconds of a body.
#include <simdjson.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

using namespace simdjson;

enum class Kind { object, map, list, text, integer, flag };
struct Node { Kind kind; std::string name; uint32_t first, end; };
static std::vector<Node> nodes;
static uint64_t sum;

static void walk(ondemand::value value, const Node &node);

static void members(ondemand::object object, const Node &node) {
  const Node *first = &nodes[node.first], *end = &nodes[0] + node.end;
  for (auto field : object) {
    ondemand::raw_json_string key = field.key();
    for (const Node *member = first; member < end; member++)
      if (key.unsafe_is_equal(member->name)) { walk(field.value(), *member); break; }
  }
}

static void walk(ondemand::value value, const Node &node) {
  ondemand::object object;
  ondemand::array array;
  std::string_view text;
  int64_t number;
  bool flag;
  switch (node.kind) {
  case Kind::object:
    if (!value.get_object().get(object)) members(object, node);
    break;
  case Kind::map:
    if (!value.get_object().get(object))
      for (auto field : object) walk(field.value(), nodes[node.first]);
    break;
  case Kind::list:
    if (!value.get_array().get(array))
      for (auto element : array) walk(element.value(), nodes[node.first]);
    break;
  case Kind::text:
    if (!value.get_string().get(text)) sum += text.size();
    break;
  case Kind::integer:
    if (!value.get_int64().get(number)) sum += number;
    break;
  case Kind::flag:
    if (!value.get_bool().get(flag)) sum += flag;
  }
}

static Kind kind_of(const std::string &name) {
  return name == "object" ? Kind::object : name == "map" ? Kind::map : name == "list" ? Kind::list
       : name == "text" ? Kind::text : name == "integer" ? Kind::integer : Kind::flag;
}

int main(int count, char **arguments) {
  if (count < 4) return 64;
  std::ifstream tree(arguments[1]);
  std::string kind, name;
  uint32_t first, end;
  while (tree >> kind >> first >> end >> name) nodes.push_back({kind_of(kind), name, first, end});
  auto body = padded_string::load(arguments[2]).value();
  ondemand::parser parser;
  double best = 1e300;
  for (int round = 0; round < atoi(arguments[3]); round++) {
    auto start = std::chrono::steady_clock::now();
    sum = 0;
    auto document = parser.iterate(body).value();
    members(document.get_object(), nodes[0]);
    best = std::min(best, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  printf("%.1f %llu\n", best, (unsigned long long)sum);
}
