/** Each generated file, by its path in the repository. */
export const KEY_FILES: Readonly<Record<string, string>>;
