import { DateRange } from '../../../kit/form/dates/DateRange.tsx'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { CONTENT_TYPES, PLATFORMS } from '../../../core/works.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { treeOptions } from '../../../kit/list/treeOptions.ts'
import type { Draft, SourceKind } from '../draft.ts'
import { text } from '../text.ts'
import styles from './campaign.module.css'
import { type Chosen, type Given, useCampaignOptions } from './useCampaign.ts'

interface SourceProps {
  draft: Draft
  change(part: Partial<Draft>): void
  given: Given | undefined
  dropGiven(): void
  chosen: Chosen
  fault: string
}

/** Step 1: which videos. */
export function SourceStep({ draft, change, given, dropGiven, chosen, fault }: SourceProps) {
  const words = useText(text).source
  return (
    <div className={styles.fields}>
      <SegmentedControl
        aria-label={words.label}
        value={given ? 'given' : draft.source}
        onChange={(value) => {
          if (value === 'given') return
          if (given) dropGiven()
          change({ source: value as SourceKind })
        }}
        data={[
          ...(given ? [{ value: 'given', label: words.given }] : []),
          { value: 'filter', label: words.filter },
          { value: 'collection', label: words.collection },
          { value: 'ids', label: words.ids },
        ]}
      />
      {given ? (
        <p className={styles.lead}>{words.givenNote(exactCount(given.count))}</p>
      ) : draft.source === 'filter' ? (
        <FilterFields draft={draft} change={change} />
      ) : draft.source === 'collection' ? (
        <CollectionField draft={draft} change={change} />
      ) : (
        <Textarea
          label={words.paste}
          description={words.pasteHint}
          autosize
          minRows={6}
          maxRows={14}
          value={draft.pasted}
          onChange={(event) => change({ pasted: event.currentTarget.value })}
        />
      )}
      <Count chosen={chosen} fault={fault} />
    </div>
  )
}

function Count({ chosen, fault }: { chosen: Chosen; fault: string }) {
  const words = useText(text).source
  const { count, unknown, isCounting, error } = chosen
  const said = isCounting
    ? words.counting
    : error
      ? words.countFailed
      : count === undefined
        ? ''
        : count === 0
          ? words.none
          : words.count(exactCount(count))
  return (
    <div className={styles.count} role="status">
      {said && <b>{said}</b>}
      {unknown.length > 0 && (
        <p className={styles.unknown} title={unknown.slice(0, 20).join('\n')}>
          {words.unknown(unknown.length)}
        </p>
      )}
      {fault ? <p className={styles.fault}>{fault}</p> : <p>{words.countNote}</p>}
    </div>
  )
}

function CollectionField({ draft, change }: Pick<SourceProps, 'draft' | 'change'>) {
  const words = useText(text).source
  const { data } = useCampaignOptions()
  return (
    <Select
      label={words.collectionPick}
      placeholder={words.chooseCollection}
      nothingFoundMessage={words.noCollections}
      data={data?.collections.map(({ id, name, count }) => ({
        value: id,
        label: words.collectionOption(name, exactCount(count)),
      }))}
      value={draft.collectionId}
      onChange={(collectionId) => change({ collectionId })}
      searchable
      openOnFocus={false}
    />
  )
}

function FilterFields({ draft, change }: Pick<SourceProps, 'draft' | 'change'>) {
  const { language } = useApp()
  const all = useText(text)
  const words = all.source
  const { data } = useCampaignOptions()
  const { filter } = draft
  const set = (part: Partial<Draft['filter']>) => change({ filter: { ...filter, ...part } })
  return (
    <>
      <Checkbox.Group label={words.platform} value={filter.platform} onChange={(platform) => set({ platform })}>
        <div className={styles.checks}>
          {PLATFORMS.map((platform) => (
            <Checkbox key={platform} value={platform} label={all.platform[platform]} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={styles.pair}>
        <Select
          label={words.category}
          placeholder={words.any}
          data={treeOptions(data?.categories ?? [], language)}
          value={filter.categoryId}
          onChange={(categoryId) => set({ categoryId })}
          searchable
          clearable
          openOnFocus={false}
        />
        <Select
          label={words.partner}
          placeholder={words.any}
          data={data?.partners.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.partnerId}
          onChange={(partnerId) => set({ partnerId })}
          searchable
          clearable
          openOnFocus={false}
        />
        <Select
          label={words.contentType}
          placeholder={words.any}
          data={CONTENT_TYPES.map((value) => ({ value, label: all.contentType[value] }))}
          value={filter.contentType}
          onChange={(contentType) => set({ contentType })}
          clearable
        />
        <TextInput
          label={words.minPlays}
          placeholder={words.any}
          inputMode="numeric"
          value={filter.minPlays}
          onChange={(event) => set({ minPlays: event.currentTarget.value.replace(/\D/g, '').slice(0, 12) })}
        />
        <DateRange
          from={filter.publishedFrom}
          to={filter.publishedTo}
          ends={{ from: { label: words.publishedFrom }, to: { label: words.publishedTo } }}
          onChange={({ from, to }) => set({ publishedFrom: from, publishedTo: to })}
        />
      </div>
    </>
  )
}
