import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { Select } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byLabel } from '../../../lib/by-label.ts';
import { usePriorityWord } from '../../../lib/lookups.ts';
import { DayPicker } from '../../../ui/day-picker/day-picker.tsx';
import { foldedMatch } from '../../../ui/filter-bar-fold.ts';
import { TextEditor, type Onward } from '../../../ui/grid/text-editor.tsx';
import type { MendedCells } from './draft.ts';
import { cellsOfChoice, editedText, type OrderColumn } from './order-columns.ts';
import styles from './order-grid.module.css';
import type { ShownRow } from './use-judgement.ts';

export interface CellEditorProps {
  row: ShownRow;
  column: OrderColumn;
  lists: OrderLists;
  /** What was typed to open it; undefined when it was opened to change what is there. */
  typed: string | undefined;
  label: string;
  onMend: (cells: MendedCells, onward: Onward) => void;
  onCancel: (onward: Onward) => void;
}

/** The editor of the active cell; there is never more than one. */
export function CellEditor(props: CellEditorProps) {
  switch (props.column.edit) {
    case 'date':
      return <DateEditor {...props} />;
    case 'customer':
    case 'category':
    case 'priority':
      return <ChoiceEditor {...props} />;
    default:
      return <TextCell {...props} />;
  }
}

function TextCell({ row, column, typed, label, onMend, onCancel }: CellEditorProps) {
  return (
    <TextEditor
      before={editedText(row, column)}
      typed={typed}
      label={label}
      className={styles.editor}
      inputMode={column.edit === 'number' ? 'numeric' : 'text'}
      onSet={(text, onward) => {
        const [field] = column.fields;
        if (field) onMend({ [field]: text }, onward);
      }}
      onCancel={onCancel}
    />
  );
}

function DateEditor({ row, label, onMend, onCancel }: CellEditorProps) {
  const { t } = useTranslation('bulk');
  const closed = useRef(false);
  const close = (act: () => void) => {
    if (closed.current) return;
    closed.current = true;
    act();
  };
  return (
    <span
      className={styles.editor}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') close(() => onCancel('stay'));
      }}
    >
      <DayPicker
        autoFocus
        defaultOpen
        value={row.reading.job_date}
        allowClear={false}
        aria-label={label}
        placeholder={t('grid.date')}
        onChange={(day) => day && close(() => onMend({ job_date: day }, 'down'))}
        // A typed date is taken on blur, and only then told: give it its turn.
        onBlur={() => setTimeout(() => close(() => onCancel('stay')))}
      />
    </span>
  );
}

interface Choice {
  value: string;
  label: string;
  search: string;
}

function ChoiceEditor({ row, column, lists, typed, label, onMend, onCancel }: CellEditorProps) {
  const { t } = useTranslation('bulk');
  const priorityWord = usePriorityWord();
  const [search, setSearch] = useState(typed ?? '');
  const closed = useRef(false);
  const close = (act: () => void) => {
    if (closed.current) return;
    closed.current = true;
    act();
  };
  const choices = useMemo<Choice[]>(() => {
    const of = (id: number, names: readonly string[], separator: string) => ({
      value: String(id),
      label: names.slice(1).join(separator),
      search: names.join(' '),
    });
    if (column.edit === 'customer') {
      return lists.customers.map((one) => of(one.customer2_id, one.names, ' › ')).toSorted(byLabel);
    }
    if (column.edit === 'category') {
      return lists.categories
        .filter((one) => one.enabled)
        .map((one) => of(one.service_cat2_id, one.names, ' / '))
        .toSorted(byLabel);
    }
    const words = JOB_PRIORITIES.map((value) => ({ value: value as string, label: priorityWord(value) }));
    return [{ value: '', label: t('ordinary') }, ...words].map((word) => ({ ...word, search: word.label }));
  }, [column.edit, lists, priorityWord, t]);
  const now = currentChoice(row, column);
  const onward = useRef<Onward>('down');
  const choose = (value: string) =>
    close(() => {
      if (value === now) return onCancel(onward.current);
      if (column.edit === 'customer' || column.edit === 'category') {
        onMend(cellsOfChoice(column.edit, Number(value), lists), onward.current);
      } else onMend({ job_priority: value }, onward.current);
    });
  return (
    <span
      className={styles.editor}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Tab') return;
        event.preventDefault();
        onward.current = event.shiftKey ? 'left' : 'right';
        // The list takes its first choice on Tab, which is meant only when something was typed to find it.
        if (search !== '') return;
        event.stopPropagation();
        close(() => onCancel(onward.current));
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') close(() => onCancel('stay'));
        if (event.key === 'Tab') close(() => onCancel(onward.current));
      }}
    >
      <Select<string, Choice>
        autoFocus
        defaultOpen
        defaultActiveFirstOption
        value={now}
        options={choices}
        aria-label={label}
        placeholder={t('grid.search')}
        notFoundContent={t('grid.notFound')}
        popupMatchSelectWidth={column.edit === 'priority' ? 140 : 320}
        showSearch={{
          searchValue: search,
          onSearch: setSearch,
          filterOption: (query, choice) => foldedMatch(choice?.search ?? '', query),
        }}
        onSelect={choose}
        onBlur={() => setTimeout(() => close(() => onCancel('stay')))}
      />
    </span>
  );
}

function currentChoice(row: ShownRow, column: OrderColumn): string | undefined {
  const { customer, category, job_priority } = row.reading;
  if (column.edit === 'customer') return customer ? String(customer.customer2_id) : undefined;
  if (column.edit === 'category') return category ? String(category.service_cat2_id) : undefined;
  return job_priority ?? (row.problems.some((p) => p.field === 'job_priority') ? undefined : '');
}
