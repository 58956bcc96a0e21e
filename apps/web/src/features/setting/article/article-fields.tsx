import { ARTICLE_COLUMNS } from '@darkroom/contract/field-tables/setting';
import { findMarkdownError } from '@darkroom/domain/article/markdown';
import type { Language } from '@darkroom/domain/text/language';
import { Form, Input, Switch } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFieldLabels } from '../../../lib/i18n/fields.ts';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { useDayRule } from '../../../ui/day-picker/use-day-rule.ts';
import { SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import css from './article.module.css';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';

// Lazy, because the Markdown preview is larger than the form.
const Markdown = lazyPart(() => import('../../../entities/article/markdown.tsx'), <SkeletonLines count={3} />);

const MAX_BODY_LENGTH = 20_000;
const PLACE_LIMITS = { whole: true, min: 0, max: 999 };

interface LabelledSwitchProps {
  id?: string;
  checked?: boolean;
  onChange?: (on: boolean) => void;
  getLabel?: (on: boolean) => string;
}

/** A switch with a label that can be pressed, because the switch alone is too small for a thumb. */
function LabelledSwitch({ id, checked = false, onChange, getLabel }: LabelledSwitchProps) {
  return (
    <label className={css.switch}>
      <Switch {...(id ? { id } : {})} checked={checked} {...(onChange ? { onChange } : {})} />
      {getLabel && <span aria-hidden="true">{getLabel(checked)}</span>}
    </label>
  );
}

/** Fields of an article: publication and position, then both languages next to each other, each with a preview for customers. */
export function ArticleFields() {
  const { t } = useTranslation('setting');
  const dayRule = useDayRule();
  const label = useFieldLabels(ARTICLE_COLUMNS);
  const numberRule = useNumberRule();
  return (
    <>
      <div className={css.columns}>
        <Form.Item
          name="published"
          label={label('published')}
          extra={t('article.publishedHint')}
          valuePropName="checked"
        >
          <LabelledSwitch getLabel={(on) => t(`article.state.${on}`)} />
        </Form.Item>
        <Form.Item
          name="published_on"
          label={label('published_on')}
          extra={t('article.publishedOnHint')}
          rules={[{ required: true }, dayRule()]}
        >
          <DayField />
        </Form.Item>
        <Form.Item name="pinned" label={label('pinned')} extra={t('article.pinnedHint')} valuePropName="checked">
          <LabelledSwitch />
        </Form.Item>
        <Form.Item
          name="display_order"
          label={label('display_order')}
          extra={t('article.displayOrderHint')}
          rules={[numberRule(PLACE_LIMITS)]}
        >
          <NumberField {...PLACE_LIMITS} />
        </Form.Item>
      </div>
      <div className={css.columns}>
        <LanguageFields language="vi" />
        <LanguageFields language="en" />
      </div>
    </>
  );
}

function LanguageFields({ language }: { language: Language }) {
  const { t } = useTranslation(['setting', 'errors']);
  const label = useFieldLabels(ARTICLE_COLUMNS);
  const form = Form.useFormInstance();
  const text = useDeferredValue((Form.useWatch(`body_${language}`, form) as string | undefined) ?? '');
  const title = (Form.useWatch(`title_${language}`, form) as string | undefined) ?? '';
  return (
    <div className="min-w-0">
      <Form.Item
        name={`title_${language}`}
        label={label(`title_${language}`)}
        rules={[{ required: true, whitespace: true }]}
      >
        <Input lang={language} maxLength={100} />
      </Form.Item>
      <Form.Item
        name={`body_${language}`}
        label={label(`body_${language}`)}
        dependencies={['published']}
        rules={[
          ({ getFieldValue }) => ({ required: getFieldValue('published') === true, whitespace: true }),
          {
            validator: (_, value: string | undefined) => {
              const errorCode = findMarkdownError(value ?? '');
              return errorCode ? Promise.reject(new Error(t(`errors:field.${errorCode}`))) : Promise.resolve();
            },
          },
        ]}
      >
        <Input.TextArea lang={language} rows={12} maxLength={MAX_BODY_LENGTH} className={css.markdownField ?? ''} />
      </Form.Item>
      <section className={css.preview} lang={language} aria-label={t(`article.preview.${language}`)}>
        <span className="muted">{t(`article.preview.${language}`)}</span>
        {title && <h2 className="title">{title}</h2>}
        <Markdown text={text} />
      </section>
    </div>
  );
}
