export const NOTES = "About the input";
export const ABOUT_POD = "Pending pod";
export const ANSWER = "Answer";
