import { Modal } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** What is asked before a form is saved. */
export interface Asked {
  title: string;
  /** What would follow, with its figures. */
  lines: readonly string[];
  no: string;
  yes?: string;
  /** It is more likely a slip: Enter goes back to it. */
  unlikely?: true;
}

/** The question itself, over the form; it is answered once. */
export default function AskDialog({ asked, onAnswer }: { asked: Asked; onAnswer: (meant: boolean) => void }) {
  const { t } = useTranslation('common');
  const [modal, holder] = Modal.useModal();
  const open = useRef(false);
  const ask = useEffectEvent(async () => {
    if (open.current) return;
    open.current = true;
    const { title, lines, no, yes = t('save'), unlikely } = asked;
    const meant = await modal.confirm({
      title,
      content: lines.map((line) => <p key={line}>{line}</p>),
      okText: yes,
      cancelText: no,
      focusable: { autoFocusButton: unlikely ? 'cancel' : 'ok' },
    });
    onAnswer(meant);
  });
  useEffect(() => void ask(), []);
  return holder;
}
