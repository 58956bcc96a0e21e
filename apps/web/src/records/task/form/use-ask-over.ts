import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/call/api.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { useAsk } from '../../../ui/record-form/use-ask.tsx';
import { refusalOf, type Figures } from '../calls/task-refusal.ts';

type Ask = ReturnType<typeof useAsk>['ask'];

/**
 * "48 of 36 ordered?", for a form: asked once where a save would leave more counted than was ordered (domain §2). A form may bring words of its
 * own: where it is the order that is lowered, nothing was ordered yet of what it says.
 */
export function useAskOver(sub_prod_id: string, ownWords?: (figures: Figures) => Parameters<Ask>[0]) {
  const { t } = useTranslation(['task', 'errors']);
  const { number } = useFormat();
  const { ask, holder } = useAsk();
  const askOver = async ({ counted, ordered }: Figures, meant: () => void) => {
    const words = { counted: number(counted), ordered: number(ordered), task: sub_prod_id };
    const asked = ownWords?.({ counted, ordered }) ?? {
      title: t('task:over.title', words),
      lines: [t('task:over.hint', words)],
      no: t('task:over.no'),
      unlikely: true as const,
    };
    if (await ask(asked)) meant();
  };
  const askBack = (error: ApiError, again: (answer: object) => void): boolean => {
    const { over } = refusalOf(t, error);
    if (over) void askOver(over, () => again({ over: true }));
    return over !== undefined;
  };
  return { askBack, holder };
}
