import { QuizAnswer, QuizQuestion } from "./question.tsx";
import { Quiz } from "./quiz.ts";
import { START, START_NOTE } from "./words.ts";

/** Which pod is evicted, asked before it is shown. */
export const quiz = {
  model: Quiz,
  Question: QuizQuestion,
  Answer: QuizAnswer,
  title: START,
  description: START_NOTE,
};
