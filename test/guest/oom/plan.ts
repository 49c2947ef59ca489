/** What a boot is to do; it travels on the kernel's command line as `oom.NAME=VALUE`. */
export interface Plan {
  readonly seed: number;
  readonly cgroupVersion: 1 | 2;
  readonly samples: number;
  /** Of memory cgroups; of the whole machine; each among identical processes. */
  readonly memcgKills: number;
  readonly globalKills: number;
  readonly tiedKills: number;
  /** vm.panic_on_oom at the end of the boot. */
  readonly panicOnOom: 1 | 2;
}

export function wordsOf(plan: Plan): string {
  return Object.entries(plan)
    .map(([name, value]) => `oom.${name}=${value}`)
    .join(" ");
}

export function planOf(words: string): Plan {
  const value = (name: keyof Plan) => {
    const found = new RegExp(`(?:^|\\s)oom\\.${name}=(\\d+)`).exec(words)?.[1];
    if (found === undefined) throw new Error(`The command line has not oom.${name}.`);
    return Number(found);
  };
  return {
    seed: value("seed"),
    cgroupVersion: value("cgroupVersion") === 1 ? 1 : 2,
    samples: value("samples"),
    memcgKills: value("memcgKills"),
    globalKills: value("globalKills"),
    tiedKills: value("tiedKills"),
    panicOnOom: value("panicOnOom") === 1 ? 1 : 2,
  };
}
