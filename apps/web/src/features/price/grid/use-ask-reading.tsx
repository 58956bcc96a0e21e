import type { DecimalMark } from '@darkroom/domain/number/read';
import { useEffect, useState, type RefObject } from 'react';
import { afterRows } from '../../../ui/after-rows.ts';
import { lateOverlay } from '../../../ui/late/late-part.tsx';
import { Wait } from '../../../ui/late/wait.tsx';

const ReadingDialog = lateOverlay(
  () => import('../reading-dialog.tsx'),
  ({ onAnswer }) => onAnswer(null),
);
const fetchDialog = afterRows(() => ReadingDialog.preload());

/** Asks once how pasted prices that could be read in two ways are meant (decision 087); null when they are better not pasted. */
export function useAskReading(mark: DecimalMark, grid: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<{ texts: readonly string[]; answer: (mark: DecimalMark | null) => void }>();
  const ask = (texts: readonly string[]) => new Promise<DecimalMark | null>((answer) => setAsked({ texts, answer }));
  useEffect(() => void fetchDialog(), []);
  const question = asked && (
    <Wait>
      <ReadingDialog
        asked={asked.texts.map((text) => ({ text }))}
        mark={mark}
        grid={grid}
        onAnswer={(meant) => {
          setAsked(undefined);
          asked.answer(meant);
        }}
      />
    </Wait>
  );
  return { ask, question };
}
