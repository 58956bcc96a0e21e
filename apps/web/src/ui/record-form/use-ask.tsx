import { useRef, useState, type ReactNode } from 'react';
import type { Asked } from './ask-dialog.tsx';
import AskDialog from './ask-dialog.tsx';

interface Question {
  /** Another one is another dialog. */
  readonly number: number;
  readonly asked: Asked;
  readonly answer: (meant: boolean) => void;
}

/**
 * Asks once before a form is saved, naming what would follow; `holder` is the place of the question.
 * Asked again before it was answered, the former question is answered by no.
 */
export function useAsk(): { ask: (asked: Asked) => Promise<boolean>; holder: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const last = useRef(0);
  const ask = (asked: Asked) =>
    new Promise<boolean>((answer) => {
      question?.answer(false);
      // Never one that was: the former may be taken away and the next asked in one and the same drawing.
      last.current += 1;
      setQuestion({ number: last.current, asked, answer });
    });
  const answered = (of: Question) => (meant: boolean) => {
    setQuestion((now) => (now?.number === of.number ? null : now));
    of.answer(meant);
  };
  return {
    ask,
    holder: question && <AskDialog key={question.number} asked={question.asked} onAnswer={answered(question)} />,
  };
}
