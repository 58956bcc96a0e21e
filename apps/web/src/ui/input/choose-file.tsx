import { Alert, Button, Spin, Upload } from 'antd';
import type { useSheetFile } from '../../lib/sheet-file/use-sheet-file.ts';
import styles from './choose-file.module.css';
import { Modal } from '../overlay/modal.tsx';

interface ChooseFileProps {
  file: ReturnType<typeof useSheetFile<unknown>>;
  /** The reason why the selected file is rejected. */
  error: string | null;
  title: string;
  drop: string;
  limits?: string;
  /** The required format of a file, and the next step. */
  hint: string;
  reading: (name: string) => string;
  stop: string;
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
          <div className={styles.loading} role="status">
            <Spin /> {props.reading(opening.name)}
            <Button onClick={reset}>{props.stop}</Button>
          </div>
        ) : (
          <Upload.Dragger
            accept=".xlsx,.csv,.tsv,.txt"
            showUploadList={false}
            beforeUpload={(file) => {
              openFile(file);
              return false;
            }}
          >
            <p>{props.drop}</p>
            {props.limits !== undefined && <p className="muted">{props.limits}</p>}
          </Upload.Dragger>
        )}
        <p className="muted">{props.hint}</p>
      </div>
    </Modal>
  );
}
