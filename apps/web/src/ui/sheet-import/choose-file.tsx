import { Alert, Button } from 'antd';
import type { useSheetFile } from '../../lib/sheet-file/use-sheet-file.ts';
import { Modal } from '../overlay/modal.tsx';
import { FileDrop, ReadingFile } from './sheet-sources.tsx';

interface ChooseFileProps {
  file: ReturnType<typeof useSheetFile<unknown>>;
  /** The reason why the selected file is rejected. */
  error: string | null;
  title: string;
  drop: string;
  /** The required format of a file, and the next step. */
  hint: string;
  cancel: string;
  onClose: () => void;
}

/** First step of an import: the user selects or drops a file, which is read. A rejected file shows the reason and can be replaced. */
export function ChooseFile(props: ChooseFileProps) {
  const { opening, openFile, reset } = props.file;
  return (
    <Modal
      open
      width={720}
      title={props.title}
      footer={<Button onClick={props.onClose}>{props.cancel}</Button>}
      onCancel={props.onClose}
    >
      <div className="stack gap-12 mt-12">
        {props.error !== null && opening.state === 'opened' && (
          <Alert type="error" role="alert" showIcon title={opening.name} description={props.error} />
        )}
        {opening.state === 'busy' ? (
          <ReadingFile name={opening.name} onStop={reset} />
        ) : (
          <FileDrop hint={props.drop} onFile={openFile} />
        )}
        <p className="muted">{props.hint}</p>
      </div>
    </Modal>
  );
}
