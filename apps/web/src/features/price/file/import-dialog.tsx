import { MAX_SHEET_ROWS, type PriceSheetReading } from '@darkroom/domain/price/sheet';
import { useTranslation } from 'react-i18next';
import { useNotesWords } from '../../../lib/sheet-file/use-notes-words.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { ChooseFile } from '../../../ui/input/choose-file.tsx';
import type { ManyProps } from './copy-dialog.tsx';
import type { OpenedPrices } from './read-prices.ts';
import { SheetPreview } from './sheet-preview.tsx';
import { useSheetFile } from '../../../lib/sheet-file/use-sheet-file.ts';

/** Reads a price sheet, shows wrong rows and changed values, and puts the changes into the grid. */
export default function ImportDialog(props: ManyProps) {
  const { list, onClose } = props;
  const { t } = useTranslation(['price', 'bulk']);
  const { number } = useFormat();
  const notesWords = useNotesWords();
  const file = usePriceFile();
  const { opening, reset } = file;
  const answer = opening.state === 'opened' ? opening.answer : null;
  const good = answer?.ok ? answer.sheets.filter(({ reading }) => reading.ok) : [];
  const [sheet] = good;
  if (sheet && opening.state === 'opened') {
    return <SheetPreview {...props} file={opening.name} sheet={sheet} others={good.length - 1} onOther={reset} />;
  }
  const trouble = answer && (answer.ok ? sheetTrouble(answer.sheets) : answer.code);
  // Price lists have their own messages for some errors. The others are shared with order sheets.
  const words = (of: NonNullable<typeof trouble>): string => {
    switch (of) {
      case 'no_heading':
      case 'no_rows':
      case 'too_many_rows':
      case 'too_large':
      case 'empty_file':
      case 'unpacks_too_large':
        return t(`import.trouble.${of}`, { rows: number(MAX_SHEET_ROWS) });
      default:
        return t(`bulk:trouble.${of}`);
    }
  };
  return (
    <ChooseFile
      file={file}
      trouble={trouble && [words(trouble), ...notesWords(answer.ok ? answer.sheets[0]?.notes : undefined)].join(' ')}
      title={t('import.title', { name: list.cus1_name })}
      drop={t('import.drop')}
      limits={t('import.limits', { rows: number(MAX_SHEET_ROWS) })}
      hint={t('import.hint')}
      reading={(name) => t('import.reading', { name })}
      stop={t('import.stop')}
      cancel={t('import.cancel')}
      onClose={onClose}
    />
  );
}

const sheetTrouble = (sheets: readonly OpenedPrices[]): Extract<PriceSheetReading, { ok: false }>['code'] => {
  const [first] = sheets;
  return first && !first.reading.ok ? first.reading.code : 'no_heading';
};

const usePriceFile = () =>
  useSheetFile<OpenedPrices>(() => new Worker(new URL('./price-file-worker.ts', import.meta.url), { type: 'module' }));
