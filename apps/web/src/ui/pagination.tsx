import { Pagination as Plain, type PaginationProps } from 'antd';
import { cloneElement, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

/** Ant Design's pages, whose arrows have names: a screen reader would hear "left" and "right". */
export function Pagination(props: PaginationProps) {
  const { t } = useTranslation('table');
  return (
    <Plain
      {...props}
      itemRender={(_page, type, element) => {
        if (type !== 'prev' && type !== 'next') return element;
        return cloneElement(element as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': t(`pages.${type}`) });
      }}
    />
  );
}
