import type { DecimalMark } from '@darkroom/domain/number/read';
import { useState, type RefObject } from 'react';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const ReadingDialog = lazyOverlay(
  () => import('../reading-dialog.tsx'),
  ({ onAnswer }) => onAnswer(null),
);

/** Asks once how pasted prices that could be read in two ways are meant (decision 087); null when they are better not pasted. */
export function useAskReading(mark: DecimalMark, grid: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<{ texts: readonly string[]; answer: (mark: DecimalMark | null) => void }>();
  const ask = (texts: readonly string[]) => new Promise<DecimalMark | null>((answer) => setAsked({ texts, answer }));
  const question = asked && (
    <ReadingDialog
      asked={asked.texts.map((text) => ({ text }))}
      mark={mark}
      grid={grid}
      onAnswer={(meant) => {
        setAsked(undefined);
        asked.answer(meant);
      }}
    />
  );
  return { ask, question };
}
