/**
 * A profile's plugins at every point, from what its document enables and disables: the defaults of
 * the release, then what is enabled at the point itself, then what is enabled at `multiPoint`. What
 * the framework refuses is refused in the order in which it looks.
 */
import { beginList, endList, endSet, listCount, push, wordOf } from "../../objects/model/list.ts";
import { internLiteral, textAt, textSize } from "../../objects/model/text.ts";
import {
  defaultWeight,
  filtersNodes,
  isDefault,
  needsPreFilter,
  needsPreScore,
  PLUGINS,
  Plugin,
  Point,
  pluginInOrder,
  pluginName,
  pluginNamed,
  pointName,
  pointsOf,
} from "./plugin.ts";
import { disabledOf, enabledOf, firstPair, hasStar, isDisabled, lastPair } from "./pluginSets.ts";
import { addFilter, addScorer, draftAt, Profile } from "./profile.ts";
import {
  beginRefusal,
  countRefusals,
  endRefusal,
  Step,
  say,
  sayCapital,
  sayNumber,
  sayQuoted,
  sayRefusals,
  sayText,
} from "./refusals.ts";
import { Behavior } from "./releaseTable.ts";

/** Behaviors of the release that profiles are built for. */
let behaviors: u32 = 0;
/** Pairs of what runs at every point that it extends. */
let everywhere: u32 = 0;

/** Fills a draft's plugins as a release does; false when the framework refuses the profile. */
export function buildProfile(draft: u32, ofRelease: u32): bool {
  behaviors = ofRelease;
  const profile = draftAt(draft);
  everywhere = mergeEverywhere(draft);
  profile.foreign = foreignOf(draft);
  if (!makePlugins(draft, profile) || !arePointsRight(draft, profile)) return false;
  for (let point = 0; point < Point.MultiPoint; point++) {
    if (!hasStar(disabledOf(draft, point)) && repeatsEverywhere(draft, profile, point)) {
      return false;
    }
  }
  if (!isOneQueueSort(profile, pluginsAt(draft, Point.QueueSort))) return false;
  if (listCount(pluginsAt(draft, Point.Bind)) == 0 && profile.foreign == 0) {
    return refuseProfile(profile, "at least one bind plugin is needed for profile", 0);
  }
  if (weighsLess(enabledOf(draft, Point.Score)) || weighsLess(everywhere)) {
    beginProfileRefusal(profile);
    if ((behaviors & Behavior.NamesScorePlugins) != 0) say("score plugins: ");
    say("total score of Score plugins could overflow");
    endRefusal();
    return false;
  }
  profile.absent = -1;
  for (let point = 0; point < Point.MultiPoint; point++) {
    fillPoint(draft, profile, point, pluginsAt(draft, point));
  }
  return true;
}

/** The defaults that are not disabled, each as it was configured again; then the others. */
function mergeEverywhere(draft: u32): u32 {
  const custom = enabledOf(draft, Point.MultiPoint);
  const disabled = disabledOf(draft, Point.MultiPoint);
  let replaced: u64 = 0;
  const list = beginList();
  for (let place = 0; place < PLUGINS; place++) {
    const plugin = pluginInOrder(place, behaviors);
    if (!isDefault(plugin, behaviors)) continue;
    const name = internLiteral(pluginName(plugin));
    if (isDisabled(disabled, name)) continue;
    const pair = lastPair(custom, name);
    if (pair >= 0 && pair < 128) replaced |= u64(1) << (pair >> 1);
    push(name);
    push(pair < 0 ? defaultWeight(plugin) : wordOf(custom, pair + 1));
  }
  for (let pair: u32 = 0; pair < listCount(custom); pair += 2) {
    if (pair < 128 && ((replaced >> (pair >> 1)) & 1) != 0) continue;
    push(wordOf(custom, pair));
    push(wordOf(custom, pair + 1));
  }
  return endList(list);
}

function pluginOf(name: u32): i32 {
  return pluginNamed(textAt(name), textSize(name), behaviors);
}

/** Plugins added to the scheduler, at any point that decides about a node. */
function foreignOf(draft: u32): u32 {
  const list = beginList();
  for (let point = 0; point < Point.End; point++) {
    if (point == Point.PostFilter || (point >= Point.PreBind && point <= Point.PostBind)) continue;
    const pairs = point == Point.MultiPoint ? everywhere : enabledOf(draft, point);
    for (let pair: u32 = 0; pair < listCount(pairs); pair += 2) {
      if (pluginOf(wordOf(pairs, pair)) < 0) push(wordOf(pairs, pair));
    }
  }
  return endSet(list);
}

/** Begins a refusal of a profile by the framework. */
function beginProfileRefusal(profile: Profile): void {
  beginRefusal(Step.Make, 0);
  say("initializing profiles: creating profile for scheduler name ");
  sayText(profile.schedulerName);
  say(": ");
}

/** `count`: the value found instead, or 0. */
function refuseProfile(profile: Profile, what: string, count: u32): bool {
  beginProfileRefusal(profile);
  say(what);
  say(" with scheduler name ");
  sayQuoted(profile.schedulerName);
  if (count != 0) {
    say(", but got ");
    sayNumber(count - 1);
  }
  endRefusal();
  return false;
}

/** Only NodeResourcesFit validates its arguments when it is created. */
function makePlugins(draft: u32, profile: Profile): bool {
  const count = countRefusals(Step.Make, draft + 1);
  if (count == 0 || !isEnabled(draft, Plugin.NodeResourcesFit)) return true;
  beginProfileRefusal(profile);
  say("initializing plugin ");
  sayQuoted(internLiteral("NodeResourcesFit"));
  say(": ");
  if (count > 1) say("[");
  sayRefusals(Step.Make, draft + 1);
  if (count > 1) say("]");
  endRefusal();
  return false;
}

function isEnabled(draft: u32, plugin: i32): bool {
  const name = internLiteral(pluginName(plugin));
  if (firstPair(everywhere, name) >= 0) return true;
  for (let point = 0; point < Point.MultiPoint; point++) {
    if (firstPair(enabledOf(draft, point), name) >= 0) return true;
  }
  return false;
}

function arePointsRight(draft: u32, profile: Profile): bool {
  for (let point = 0; point < Point.MultiPoint; point++) {
    const pairs = enabledOf(draft, point);
    for (let pair: u32 = 0; pair < listCount(pairs); pair += 2) {
      const name = wordOf(pairs, pair);
      const plugin = pluginOf(name);
      if (plugin >= 0 && ((pointsOf(plugin, behaviors) >> point) & 1) == 0) {
        beginProfileRefusal(profile);
        say("plugin ");
        sayQuoted(name);
        say(" does not extend ");
        sayCapital(pointName(point));
        say("Plugin plugin");
        endRefusal();
        return false;
      }
      if (firstPair(pairs, name) < i32(pair)) return refuseTwice(profile, name, point);
    }
  }
  return true;
}

function refuseTwice(profile: Profile, name: u32, point: i32): bool {
  beginProfileRefusal(profile);
  say("plugin ");
  sayQuoted(name);
  say(" already registered as ");
  sayType(point);
  endRefusal();
  return false;
}

function sayType(point: i32): void {
  say(QUOTE);
  sayCapital(pointName(point));
  say("Plugin");
  say(QUOTE);
}

const QUOTE = '"';

/** Whether a plugin is enabled twice at `multiPoint`, as seen from a point that it extends. */
function repeatsEverywhere(draft: u32, profile: Profile, point: i32): bool {
  for (let pair: u32 = 0; pair < listCount(everywhere); pair += 2) {
    const name = wordOf(everywhere, pair);
    if (firstPair(everywhere, name) == i32(pair) || !extendsFreely(draft, name, point)) continue;
    refuseTwice(profile, name, point);
    return true;
  }
  return false;
}

/** Whether `multiPoint` puts a plugin at a point that does not speak of it. */
function extendsFreely(draft: u32, name: u32, point: i32): bool {
  const plugin = pluginOf(name);
  if (plugin < 0 || ((pointsOf(plugin, behaviors) >> point) & 1) == 0) return false;
  if (isDisabled(disabledOf(draft, point), name)) return false;
  return firstPair(enabledOf(draft, point), name) < 0;
}

/** Names: those of `multiPoint` that the point repeats, the rest of `multiPoint`, others. */
function pluginsAt(draft: u32, point: i32): u32 {
  const own = enabledOf(draft, point);
  const isAlone = hasStar(disabledOf(draft, point));
  const list = beginList();
  for (let pair: u32 = 0; pair < listCount(own); pair += 2) {
    if (isAlone || overrides(draft, wordOf(own, pair), point)) push(wordOf(own, pair));
  }
  if (isAlone) return endList(list);
  for (let pair: u32 = 0; pair < listCount(everywhere); pair += 2) {
    if (extendsFreely(draft, wordOf(everywhere, pair), point)) push(wordOf(everywhere, pair));
  }
  for (let pair: u32 = 0; pair < listCount(own); pair += 2) {
    if (!overrides(draft, wordOf(own, pair), point)) push(wordOf(own, pair));
  }
  return endList(list);
}

function overrides(draft: u32, name: u32, point: i32): bool {
  return firstPair(everywhere, name) >= 0 && !isDisabled(disabledOf(draft, point), name);
}

function isOneQueueSort(profile: Profile, plugins: u32): bool {
  const count = listCount(plugins);
  if (count == 1 || (count == 0 && profile.foreign != 0)) return true;
  return refuseProfile(profile, "only one queue sort plugin required for profile", count + 1);
}

/** Whether a plugin that scores has a weight below 0, which the scheduler takes for an overflow. */
function weighsLess(pairs: u32): bool {
  for (let pair: u32 = 0; pair < listCount(pairs); pair += 2) {
    if (i32(wordOf(pairs, pair + 1)) >= 0) continue;
    const plugin = pluginOf(wordOf(pairs, pair));
    if (plugin < 0 || ((pointsOf(plugin, behaviors) >> Point.Score) & 1) != 0) return true;
  }
  return false;
}

function fillPoint(draft: u32, profile: Profile, point: i32, plugins: u32): void {
  for (let index: u32 = 0; index < listCount(plugins); index++) {
    const name = wordOf(plugins, index);
    const plugin = pluginOf(name);
    if (point == Point.Score) profile.hasScores = 1;
    if (plugin < 0) continue;
    const bit: u32 = 1 << plugin;
    // What runs once a node is chosen decides on none.
    if (point <= Point.Filter || point == Point.Score || point == Point.PreEnqueue) {
      profile.absent &= ~bit;
    }
    if (point == Point.PreFilter) profile.preFilters |= bit;
    else if (point == Point.PreScore) {
      profile.preScores |= bit;
      noteFailing(profile, plugin, profile.preFilters, Point.PreFilter, scoresCapacity(plugin));
    } else if (point == Point.PreEnqueue && plugin == Plugin.SchedulingGates) profile.hasGates = 1;
    else if (point == Point.PostFilter && plugin == Plugin.DefaultPreemption) {
      profile.hasPreemption = 1;
    } else if (point == Point.Filter) {
      if (filtersNodes(plugin)) addFilter(profile, plugin);
      noteFailing(profile, plugin, profile.preFilters, Point.PreFilter, needsPreFilter(plugin));
    } else if (point == Point.Score) {
      if (scoresNodes(plugin)) addScorer(profile, plugin, weightAt(draft, name));
      noteFailing(profile, plugin, profile.preScores, Point.PreScore, needsPreScore(plugin));
      noteFailing(profile, plugin, profile.preFilters, Point.PreFilter, scoresCapacity(plugin));
    }
  }
}

/** Points are filled in their order, so what prepares comes before what needs it. */
function noteFailing(profile: Profile, plugin: i32, ready: u32, point: i32, needs: bool): void {
  if (!needs || ((pointsOf(plugin, behaviors) >> point) & 1) == 0) return;
  if (((ready >> plugin) & 1) == 0) profile.failing |= 1 << plugin;
}

/** Whether a plugin scores every pod by what its PreFilter found out about its claims. */
function scoresCapacity(plugin: i32): bool {
  return plugin == Plugin.VolumeBinding && (behaviors & Behavior.CapacityScores) != 0;
}

function scoresNodes(plugin: i32): bool {
  return defaultWeight(plugin) != 0 && plugin != Plugin.DynamicResources;
}

/** The weight of a point's own entry comes before that of `multiPoint`; none counts as 1. */
function weightAt(draft: u32, name: u32): i32 {
  const own = enabledOf(draft, Point.Score);
  const pair = firstPair(own, name);
  const weight =
    pair >= 0
      ? i32(wordOf(own, pair + 1))
      : i32(wordOf(everywhere, firstPair(everywhere, name) + 1));
  return weight == 0 ? 1 : weight;
}
