import { DENSITIES } from '@darkroom/contract/setting';
import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { Choice } from '../../input/choice.tsx';
import { toColumnChoices, encodeColumns, type TableSettings } from './data-table-settings.ts';
import { MIN_WIDTH, MAX_WIDTH, type Widths } from './data-table-widths.ts';
import type { TableColumn } from '../data-table-row.tsx';
import styles from './data-table-columns.module.css';

/** Step of "wider" and "narrower" in pixels. */
const STEP = 16;

interface ColumnsPanelProps {
  columns: readonly TableColumn<never>[];
  settings: TableSettings;
  widths: Pick<Widths<never>, 'widths' | 'apart'>;
  onChange: (patch: Partial<TableSettings>) => void;
}

/** Settings of columns, their order, widths and the row density. Every change is visible immediately in the list behind. */
export default function ColumnsPanel({ columns, settings, widths: { widths, apart }, onChange }: ColumnsPanelProps) {
  const { t } = useTranslation('table');
  const choices = toColumnChoices(columns, settings.columns);
  const shown = choices.filter(({ hidden }) => !hidden).length;
  const change = (next: typeof choices) => onChange({ columns: encodeColumns(columns, next) });
  const isDefault = settings.columns === '' && Object.keys(settings.widths).length === 0;
  const move = (from: number, to: number) => {
    const next = [...choices];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
  };
  const resize = (key: string, by: number) => {
    const width = Math.round((widths.get(key) ?? MIN_WIDTH) + by);
    onChange({ widths: { ...settings.widths, [key]: Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)) } });
  };
  return (
    <div className={styles.panel}>
      <Choice
        label={t('appearance.density')}
        value={settings.density}
        options={DENSITIES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
        onChange={(density) => onChange({ density })}
      />
      <ul className="w-full">
        {choices.map(({ column, hidden }, index) => (
          <li key={column.key} className={styles.item}>
            <label>
              <input
                type="checkbox"
                checked={!hidden}
                disabled={!hidden && shown === 1}
                onChange={() =>
                  change(choices.map((choice) => (choice.column === column ? { column, hidden: !hidden } : choice)))
                }
              />
              {column.title}
              {!hidden && apart.has(column.key) && (
                <span className="muted ms-auto">{t(`appearance.${apart.get(column.key)!}`)}</span>
              )}
            </label>
            <Mover
              label={t('appearance.narrower', { name: column.title })}
              path="M3 6h6"
              disabled={(widths.get(column.key) ?? 0) <= MIN_WIDTH}
              onPress={() => resize(column.key, -STEP)}
            />
            <Mover
              label={t('appearance.wider', { name: column.title })}
              path="M3 6h6M6 3v6"
              disabled={(widths.get(column.key) ?? MAX_WIDTH) >= MAX_WIDTH}
              onPress={() => resize(column.key, STEP)}
            />
            <Mover
              label={t('appearance.earlier', { name: column.title })}
              path="M3 7l3-3 3 3"
              disabled={index === 0}
              onPress={() => move(index, index - 1)}
            />
            <Mover
              label={t('appearance.later', { name: column.title })}
              path="M3 5l3 3 3-3"
              disabled={index === choices.length - 1}
              onPress={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ul>
      <Button size="small" disabled={isDefault} onClick={() => onChange({ columns: '', widths: {} })}>
        {t('appearance.reset')}
      </Button>
    </div>
  );
}

function Mover(props: { label: string; path: string; disabled: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles.mover}
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      onClick={props.onPress}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d={props.path} fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </button>
  );
}
