import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, type FormListOperation } from 'antd';
import css from './metadata.module.css';

interface RowActionsProps {
  place: number;
  of: number;
  change: FormListOperation;
  /** Labels that name the row. */
  words: { up: string; down: string; remove: string };
  /** Minimum number of rows. */
  least?: number;
}

/** Buttons of a row in an ordered list: move up, move down, remove. */
export function RowActions({ place, of, change, words, least = 0 }: RowActionsProps) {
  return (
    <div className={css.kindActions}>
      <Button
        type="text"
        icon={<ArrowUpOutlined />}
        title={words.up}
        aria-label={words.up}
        disabled={place === 0}
        onClick={() => change.move(place, place - 1)}
      />
      <Button
        type="text"
        icon={<ArrowDownOutlined />}
        title={words.down}
        aria-label={words.down}
        disabled={place === of - 1}
        onClick={() => change.move(place, place + 1)}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        title={words.remove}
        aria-label={words.remove}
        disabled={of <= least}
        onClick={() => change.remove(place)}
      />
    </div>
  );
}
