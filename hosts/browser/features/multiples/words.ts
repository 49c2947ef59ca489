/** What the page says of further signals. */

export const FURTHER = "Further signals over the same time";
export const ADD = "Add a signal below";
