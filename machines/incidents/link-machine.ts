import { assign, fromPromise, setup } from 'xstate'
import { notProvided } from '#machines/not-provided.ts'
import {
  filterFound,
  getHypothesisId,
  hypothesisToAdd,
  getIncidentId,
  validateLink,
  selectHypothesis,
} from './link-rules.ts'
import type {
  ChosenIncident,
  EvidenceToAttach,
  FoundHypothesis,
  FoundIncident,
  HypothesisToAdd,
  IncidentToOpen,
  LinkContext,
  LinkEvent,
  LinkedResource,
} from './link-types.ts'

/**
 * The provided calls reject with a message for the person. Completed steps are not repeated: a retry after a
 * failure opens no second incident.
 */
export const linkMachine = setup({
  types: { input: {} as LinkedResource, context: {} as LinkContext, events: {} as LinkEvent, tags: {} as 'linking' },
  actors: {
    findIncidents: fromPromise<readonly FoundIncident[], string>(notProvided('findIncidents')),
    findHypotheses: fromPromise<readonly FoundHypothesis[], string>(notProvided('findHypotheses')),
    openIncident: fromPromise<FoundIncident, IncidentToOpen>(notProvided('openIncident')),
    addHypothesis: fromPromise<FoundHypothesis, HypothesisToAdd>(notProvided('addHypothesis')),
    attachEvidence: fromPromise<void, EvidenceToAttach>(notProvided('attachEvidence')),
  },
  delays: { typing: 100 },
  guards: {
    isSound: ({ context }) => Object.keys(validateLink(context)).length === 0,
    isExisting: ({ context }) => context.incident?.kind === 'existing',
    isNewIncident: ({ context }) => context.incident?.kind === 'new',
    isNewHypothesis: ({ context }) => context.hypothesis?.kind !== 'existing',
    isFirstWanted: ({ context }) => context.isHurried && context.incident === null,
    isHurried: ({ context }) => context.isHurried,
    isHurriedAndSound: ({ context }) => context.isHurried && Object.keys(validateLink(context)).length === 0,
  },
  actions: {
    keepIncident: assign((_, { incident }: { readonly incident: ChosenIncident | null }) => ({
      incident,
      hypotheses: [],
      hypothesis: null,
      isHurried: false,
      error: null,
    })),
    keepFirst: assign(({ context: { found, query } }) => {
      const [first] = found
      const title = query.trim()
      if (first !== undefined) return { incident: { kind: 'existing', incident: first } as const, error: null }
      return title === ''
        ? { isHurried: false }
        : { incident: { kind: 'new', title } as const, error: null, isHurried: false }
    }),
    keepOpened: assign(({ context: { hypothesis } }, { incident }: { readonly incident: FoundIncident }) => ({
      incident: { kind: 'existing', incident } as const,
      hypothesis: hypothesis ?? ({ kind: 'new', title: incident.title } as const),
    })),
    keepError: assign((_, { error }: { readonly error: unknown }) => ({ error })),
    notifyFailure: notProvided('notifyFailure'),
  },
}).createMachine({
  id: 'link',
  context: ({ input }) => ({
    resource: input,
    query: '',
    found: [],
    incident: null,
    hypotheses: [],
    hypothesis: null,
    severity: '',
    type: '',
    description: '',
    isSubmitted: false,
    isHurried: false,
    error: null,
  }),
  initial: 'form',
  states: {
    form: {
      type: 'parallel',
      on: {
        'incident.choose': {
          target: '.hypotheses',
          actions: { type: 'keepIncident', params: ({ event }) => ({ incident: event.incident }) },
        },
        'incident.clear': { target: '.hypotheses', actions: { type: 'keepIncident', params: { incident: null } } },
        'hypothesis.choose': { actions: assign(({ event }) => ({ hypothesis: event.hypothesis })) },
        'field.type': { actions: assign(({ event }) => ({ [event.name]: event.value })) },
        'lookup.retry': { target: ['.incidents', '.hypotheses'], actions: assign({ error: null }) },
        'link.submit': [{ guard: 'isSound', target: 'linking' }, { actions: assign({ isSubmitted: true }) }],
      },
      states: {
        incidents: {
          initial: 'searching',
          on: {
            'query.type': {
              target: '.typing',
              actions: assign(({ context, event }) => ({
                query: event.query,
                found: filterFound(context.found, event.query),
                isHurried: false,
              })),
            },
            'query.enter': { actions: assign({ isHurried: true }) },
          },
          states: {
            typing: { after: { typing: 'searching' } },
            searching: {
              invoke: {
                id: 'findIncidents',
                src: 'findIncidents',
                input: ({ context }) => context.query,
                onDone: { target: 'found', actions: assign(({ event }) => ({ found: event.output })) },
                onError: {
                  target: 'failed',
                  actions: { type: 'keepError', params: ({ event }) => event },
                },
              },
            },
            found: { always: { guard: 'isFirstWanted', target: '#link.form.hypotheses', actions: 'keepFirst' } },
            failed: { entry: assign({ isHurried: false }) },
          },
        },
        hypotheses: {
          initial: 'opening',
          states: {
            opening: { always: [{ guard: 'isExisting', target: 'loading' }, { target: 'none' }] },
            none: {},
            loading: {
              // Missing fields are shown only after the hypotheses have loaded.
              on: {
                'link.submit': [
                  { guard: 'isSound', target: '#link.linking' },
                  { actions: assign({ isHurried: true, isSubmitted: true }) },
                ],
              },
              invoke: {
                id: 'findHypotheses',
                src: 'findHypotheses',
                input: ({ context }) => getIncidentId(context),
                onDone: {
                  target: 'there',
                  actions: assign(({ context, event }) => ({
                    hypotheses: event.output,
                    hypothesis: selectHypothesis(context.hypothesis, event.output),
                  })),
                },
                onError: {
                  target: 'failed',
                  actions: { type: 'keepError', params: ({ event }) => event },
                },
              },
            },
            there: {
              always: [
                { guard: 'isHurriedAndSound', target: '#link.linking' },
                { guard: 'isHurried', actions: assign({ isHurried: false }) },
              ],
            },
            failed: { entry: assign({ isHurried: false }) },
          },
        },
      },
    },
    linking: {
      tags: 'linking',
      entry: assign({ error: null, isSubmitted: true }),
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'isNewIncident', target: 'opening' },
            { guard: 'isNewHypothesis', target: 'believing' },
            { target: 'attaching' },
          ],
        },
        opening: {
          invoke: {
            id: 'openIncident',
            src: 'openIncident',
            input: ({ context: { incident, severity, type, description } }) => ({
              title: incident?.kind === 'new' ? incident.title : '',
              severity,
              type,
              description,
            }),
            onDone: {
              target: 'deciding',
              actions: { type: 'keepOpened', params: ({ event }) => ({ incident: event.output }) },
            },
            onError: {
              target: '#link.form',
              actions: [{ type: 'keepError', params: ({ event }) => event }, 'notifyFailure'],
            },
          },
        },
        believing: {
          invoke: {
            id: 'addHypothesis',
            src: 'addHypothesis',
            input: ({ context }) => hypothesisToAdd(context),
            onDone: {
              target: 'attaching',
              actions: assign(({ event }) => ({ hypothesis: { kind: 'existing', id: event.output.id } as const })),
            },
            onError: {
              target: '#link.form',
              actions: [{ type: 'keepError', params: ({ event }) => event }, 'notifyFailure'],
            },
          },
        },
        attaching: {
          invoke: {
            id: 'attachEvidence',
            src: 'attachEvidence',
            input: ({ context }) => ({
              resource: context.resource,
              hypothesisId: getHypothesisId(context),
              description: context.description.trim() === '' ? context.resource.name : context.description.trim(),
            }),
            onDone: '#link.linked',
            onError: {
              target: '#link.form',
              actions: [{ type: 'keepError', params: ({ event }) => event }, 'notifyFailure'],
            },
          },
        },
      },
    },
    linked: { type: 'final' },
  },
})
