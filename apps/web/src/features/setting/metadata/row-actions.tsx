import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, type FormListOperation } from 'antd';
import css from './metadata.module.css';

interface RowActionsProps {
  index: number;
  rowCount: number;
  change: FormListOperation;
  /** Labels that name the row. */
  labels: { up: string; down: string; remove: string };
  minRows?: number;
}

/** Buttons of a row in an ordered list: move up, move down, remove. */
export function RowActions({ index, rowCount, change, labels, minRows = 0 }: RowActionsProps) {
  return (
    <div className={css.rowActions}>
      <Button
        type="text"
        icon={<ArrowUpOutlined />}
        title={labels.up}
        aria-label={labels.up}
        disabled={index === 0}
        onClick={() => change.move(index, index - 1)}
      />
      <Button
        type="text"
        icon={<ArrowDownOutlined />}
        title={labels.down}
        aria-label={labels.down}
        disabled={index === rowCount - 1}
        onClick={() => change.move(index, index + 1)}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        title={labels.remove}
        aria-label={labels.remove}
        disabled={rowCount <= minRows}
        onClick={() => change.remove(index)}
      />
    </div>
  );
}
