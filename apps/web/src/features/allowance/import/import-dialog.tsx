import { MOST_MONTH_CELLS } from '@darkroom/domain/allowance/sheet';
import { useTranslation } from 'react-i18next';
import { useSheetFile } from '../../../lib/sheet-file/use-sheet-file.ts';
import { useNotesWords } from '../../../lib/sheet-file/use-notes-words.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { ChooseFile } from '../../../ui/input/choose-file.tsx';
import { monthOfYear } from '../../../lib/words/month-of-year.ts';
import { ImportJudged, type ImportedProps } from './import-judged.tsx';
import type { OpenedMonth } from './read-month.ts';

const makeWorker = () => new Worker(new URL('./month-file-worker.ts', import.meta.url), { type: 'module' });

/** Reads a month from a file, shows what it would set and what it cannot, and then puts it into the sheet, which saves it. */
export default function ImportDialog(props: ImportedProps) {
  const { month, onClose } = props;
  const { t } = useTranslation(['allowance', 'bulk', 'common']);
  const { number } = useFormat();
  const notesWords = useNotesWords();
  const chosen = useSheetFile<OpenedMonth>(makeWorker);
  const { opening, reset } = chosen;
  const answer = opening.state === 'opened' ? opening.answer : null;
  const sheet = answer?.ok ? answer.sheets.find(({ reading }) => reading.ok) : undefined;
  const title = t('import.title', { month: monthOfYear(month) });
  if (sheet?.reading.ok && opening.state === 'opened') {
    const file = [opening.name, sheet.name].filter(Boolean).join(', ');
    return (
      <ImportJudged
        {...props}
        title={title}
        file={file}
        cells={sheet.reading.cells}
        notes={sheet.notes}
        onOther={reset}
      />
    );
  }
  const trouble = answer && (answer.ok ? troubleOf(answer.sheets) : answer.code);
  const words = (code: NonNullable<typeof trouble>): string => {
    switch (code) {
      case 'no_heading':
      case 'no_rows':
      case 'too_many_rows':
        return t(`import.trouble.${code}`, { n: number(MOST_MONTH_CELLS) });
      default:
        return t(`bulk:trouble.${code}`);
    }
  };
  return (
    <ChooseFile
      file={chosen}
      trouble={trouble && [words(trouble), ...notesWords(answer.ok ? answer.sheets[0]?.notes : undefined)].join(' ')}
      title={title}
      drop={t('import.drop')}
      hint={t('import.hint', { layer: t(`kind.${props.layer}`) })}
      reading={(name) => t('import.reading', { name })}
      stop={t('import.stop')}
      cancel={t('common:cancel')}
      onClose={onClose}
    />
  );
}

const troubleOf = (sheets: readonly OpenedMonth[]) => {
  const [first] = sheets;
  return first && !first.reading.ok ? first.reading.code : 'no_heading';
};
