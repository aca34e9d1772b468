import type { FastifyRequest } from 'fastify'
import { Socket } from 'node:net'

/** Whether the relay asks itself: such a request never came by a connection. */
export const isOwnRequest = (request: FastifyRequest): boolean => !(request.raw.socket instanceof Socket)
