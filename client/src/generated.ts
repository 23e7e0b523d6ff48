// Generated from the server's schemas by `make types`: do not edit.

export interface paths {
    "/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The games */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Games"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{game}/lesson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The name of a game. */
                    game: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A lesson */
                200: {
                    headers: {
                        "Cache-Control"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Lesson"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{game}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The name of a game. */
                    game: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Picture"];
                };
            };
            responses: {
                /** @description A view as text */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{game}/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The name of a game. */
                    game: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PositionText"];
                };
            };
            responses: {
                /** @description Look at a position */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PositionShown"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{game}/puzzles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The name of a game. */
                    game: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The puzzles of a game */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PuzzleList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{game}/puzzles/{puzzle}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The name of a game. */
                    game: string;
                    /** @description The puzzle. */
                    puzzle: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PuzzleAnswer"];
                };
            };
            responses: {
                /** @description Answer a puzzle */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PuzzleVerdict"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{game}/puzzles/{puzzle}/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The name of a game. */
                    game: string;
                    /** @description The puzzle. */
                    puzzle: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PuzzleMoves"];
                };
            };
            responses: {
                /** @description Look at a puzzle */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PuzzleState"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{game}/puzzles/{puzzle}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The name of a game. */
                    game: string;
                    /** @description The puzzle. */
                    puzzle: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PuzzleWhy"];
                };
            };
            responses: {
                /** @description Why not, in a puzzle */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Why"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{game}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The name of a game. */
                    game: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A game's rules */
                200: {
                    headers: {
                        "Cache-Control"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "text/markdown": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{game}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The name of a game. */
                    game: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A game's words */
                200: {
                    headers: {
                        "Cache-Control"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Your games */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["YourGames"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/puzzles/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description As the solver's calendar has it. */
                    day: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The puzzle of a day */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DailyPuzzle"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/studies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RecordText"];
                };
            };
            responses: {
                /** @description Study a game */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Opened"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description Only tables of this status. */
                    status?: "open" | "playing" | "over" | null;
                    /** @description Your own tables; else the public ones. */
                    mine?: boolean;
                    /** @description `next` of the page before. */
                    before?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The lobby */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Lobby"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTable"];
                };
            };
            responses: {
                /** @description Open a table */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Opened"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A table */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Shown"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Remove a table */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description The number of the first turn wanted. */
                    from?: number;
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The analysis */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Analysis"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/analysis/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Try"];
                };
            };
            responses: {
                /** @description Try another turn */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TurnReport"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Command"];
                };
            };
            responses: {
                /** @description Do something */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/hint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description Your seat. */
                    seat: number;
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A hint */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Hint"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Invitations */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invitations"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description One of your seats; none: as a spectator. */
                    seat?: number | null;
                    /** @description The number of the line after the page; none: the last page. */
                    before?: number | null;
                };
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The log */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LogPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/moments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description One of your seats; none: as a spectator. */
                    seat?: number | null;
                    /** @description The number of the first moment wanted. */
                    from?: number;
                };
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Moments */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Moments"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description The number of a moment. */
                    moment: number;
                };
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A position */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PositionOf"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description One of your seats; none: as a spectator. */
                    seat?: number | null;
                };
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The record */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Play again */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Rematch"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    /** @description One of your seats; none: as a spectator. */
                    seat?: number | null;
                };
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Summary */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Summary"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{table_id}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    /** @description Your seat. */
                    seat: number;
                    /** @description What you tried: the first word of a notation. */
                    do: string;
                    /** @description Where: other words of the notation, as far as you know them. */
                    at?: string | null;
                    /** @description `en` or `fr`; unless told, by Accept-Language */
                    lang?: string | null;
                };
                header?: never;
                path: {
                    /** @description The id of a table. */
                    table_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Why not */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Why"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A command is on disk. The state of `seat` (null: a spectator's) with `number` or a higher one shows what it
         *         did.
         */
        AckMessage: {
            /** @enum {unknown} */
            type: "ack";
            /** @description The command's. */
            id: string;
            seat: number | null;
            number: number;
        };
        /** @description What is known by now of a game that is over. */
        Analysis: {
            /** @description How many turns there are; null: not counted yet. */
            total: number | null;
            /** @description How many of them are judged. */
            done: number;
            /** @description Those that are judged, in the order of the game. */
            turns: components["schemas"]["TurnReport"][];
            /** @description When all are judged. */
            summary: components["schemas"]["AnalysisSummary"] | null;
        };
        /** @description What is to be said of the whole game. */
        AnalysisSummary: {
            /** @description For each seat from 0 to 100; null: there was nothing to choose. */
            accuracy: (number | null)[];
            /** @description For each seat. */
            marks: components["schemas"]["Marks"][];
            /** @description For each seat what luck added to its chances in all. */
            luck: number[];
            turning_points: components["schemas"]["TurningPoint"][];
        };
        /** @description The artefact deck: how many nobody has seen, and what was put back, as far as the viewer was shown it. */
        AztecoDeck: {
            fresh: number;
            under: string[][];
        };
        /** @description An artefact that was won: what was looked at, and which one was chosen. */
        AztecoGain: {
            drew: string[];
            kept: string;
            seat: number;
        };
        /** @description A round that is over, seat by seat. */
        AztecoRound: {
            cards: string[];
            claims: string[];
            votes: string[];
        };
        /** @description What a seat may know of a game of Azteco; `?` stands for what it may not. */
        AztecoView: {
            cards: string[];
            claims: (string | null)[];
            curses: number[];
            deck: components["schemas"]["AztecoDeck"];
            effect: string | null;
            first: number | null;
            format: number;
            gains: components["schemas"]["AztecoGain"][];
            /** @enum {unknown} */
            game: "azteco";
            hand: string[];
            jewels: number[][];
            kept: string[][];
            options: {
                [key: string]: unknown;
            };
            /** @enum {unknown} */
            phase: "artefact" | "card" | "claim" | "effect" | "first" | "keep" | "over" | "sheet" | "vote";
            reserve: number | null;
            round: number;
            rounds: components["schemas"]["AztecoRound"][];
            rules: number;
            seat: number | null;
            seats: number;
            served: string[];
            sheets: string[];
            shown: number;
            stones: number[];
            temple: number[] | null;
            turn: number | null;
            votes: (string | null)[];
            waiting: number[];
            winners: number[];
            worth: components["schemas"]["AztecoWorth"][];
        };
        /**
         * @description A seat's points if the game ended now, as far as they are known. `more`: what one more blue, yellow or red jewel
         *         would add.
         */
        AztecoWorth: {
            artefacts: number;
            duo: number;
            hidden: number;
            more: number[];
            stones: number;
            total: number;
            trio: number;
        };
        /** @description Come back after leaving. */
        Back: {
            /** @enum {unknown} */
            do: "back";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            seat?: number | null;
        };
        /** @description A table in the lobby. */
        Card: {
            /** @description The id of a table. */
            table: string;
            game: string;
            /** @enum {unknown} */
            status: "open" | "over" | "playing";
            public: boolean;
            created: number;
            updated: number;
            seats: components["schemas"]["Seat"][];
            /** @description The seats that the game waits for. */
            actors: number[];
            result: components["schemas"]["Result"] | null;
            /** @description The seats that you hold. */
            yours: number[];
            your_turn: boolean;
            /** @description Whether the game starts from a position, not at its beginning. */
            from_position: boolean;
        };
        /** @description Say something to all at the table. */
        Chat: {
            /** @enum {unknown} */
            do: "chat";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            seat?: number | null;
            /** @description What to say, 1 to 500 letters. */
            text: string;
        };
        ClientMessage: components["schemas"]["Hello"] | components["schemas"]["Sit"] | components["schemas"]["Stand"] | components["schemas"]["Remove"] | components["schemas"]["SeatBot"] | components["schemas"]["RenewLink"] | components["schemas"]["SignOutOthers"] | components["schemas"]["Start"] | components["schemas"]["Play"] | components["schemas"]["Undo"] | components["schemas"]["Chat"] | components["schemas"]["Leave"] | components["schemas"]["Back"] | components["schemas"]["Replace"] | components["schemas"]["Resign"];
        /**
         * @description Time for each player: `{"days": 3}` for each move, or `{"minutes": 15, "increment": 20}`: minutes for the game
         *         and seconds more for each turn. When it has run out, the others may wait or let a bot play on.
         */
        Clock: {
            /** @description Days for each move. */
            days?: number;
            /** @description Minutes for the whole game. */
            minutes?: number;
            /** @description Seconds that each turn adds. */
            increment?: number;
        };
        /** @description Clocks, for a client that counts down by itself. */
        ClockFace: {
            /** @enum {unknown} */
            kind: "days" | "live";
            /** @description Seconds for each seat when its clock last stood still. */
            left: number[];
            /** @description The seats whose time runs, and since when (Unix time). */
            since: {
                [key: string]: number;
            };
        };
        Command: components["schemas"]["Sit"] | components["schemas"]["Stand"] | components["schemas"]["Remove"] | components["schemas"]["SeatBot"] | components["schemas"]["RenewLink"] | components["schemas"]["SignOutOthers"] | components["schemas"]["Start"] | components["schemas"]["Play"] | components["schemas"]["Undo"] | components["schemas"]["Chat"] | components["schemas"]["Leave"] | components["schemas"]["Back"] | components["schemas"]["Replace"] | components["schemas"]["Resign"];
        /** @description How much of a seat's stream a client has. */
        Cursor: {
            /** @description `number` of the last state that it has. */
            number: number;
            /** @description `settled` of that state. */
            settled: number;
        };
        /** @description The puzzle of a day. */
        DailyPuzzle: {
            /** Format: date */
            day: string;
            game: string;
            /** @description Its id. */
            puzzle: string;
        };
        /** @description A command was carried out, and is on disk. */
        Done: {
            id: string;
            states: components["schemas"]["State"][];
            seats: number[];
            /** @enum {unknown} */
            ok: true;
        };
        /** @description A message that could not be read, or that the stream ends. */
        ErrorMessage: {
            /** @enum {unknown} */
            type: "error";
            error: components["schemas"]["Refusal"];
        };
        /** @description Something that happened in the game: `event.KEY` of the game's text, filled with `values`. */
        Event: {
            key: string;
            seat: number;
            values: {
                [key: string]: unknown;
            };
        };
        /** @description A game that can be played here. */
        GameCard: {
            name: string;
            title: string;
            tagline: string;
            /** @description The fewest seats. */
            least: number;
            /** @description The most seats. */
            most: number;
            /** @description Rises when old games would play differently. */
            rules: number;
            options: components["schemas"]["OptionForm"][];
            /** @description Those that people are offered, the weakest first. */
            bots: string[];
        };
        /** @description Your results in one game. */
        GameTotal: {
            game: string;
            games: number;
            won: number;
        };
        /** @description The games. */
        Games: {
            games: components["schemas"]["GameCard"][];
        };
        /** @description The first message of a stream. With `cursors` a client that comes back is sent only what it lacks. */
        Hello: {
            /** @enum {unknown} */
            do: "hello";
            /** @description By seat (`"0"`), and `"spectator"`. */
            cursors?: {
                [key: string]: components["schemas"]["Cursor"];
            };
            /** @description Whether states shall have `grouped` in the place of `actions`, which is shorter. */
            grouped?: boolean;
        };
        /** @description What a bot would do on your seat, and why. */
        Hint: {
            /** @description One of the state's `actions`. */
            action: string;
            /** @description What it would play after that too, as far as it sees ahead; `action` is the first. */
            plan: string[];
            /** @description Why, in the language asked for; empty when it cannot tell. */
            hint: string;
        };
        /**
         * @description The link of a seat. To a free one: whoever opens it first may sit there. To one's own: for another browser of
         *         one's own.
         */
        Invitation: {
            seat: number;
            token: string;
            /** @description The token is in the fragment: no log sees it. */
            link: string;
            /** @description Whether the seat is still to be taken. */
            free: boolean;
        };
        /** @description The links that are yours to see: to your own seats and, if you opened the table, to free ones. */
        Invitations: {
            invitations: components["schemas"]["Invitation"][];
        };
        /** @description Leave a running game; another player may then let a bot play for you. */
        Leave: {
            /** @enum {unknown} */
            do: "leave";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            seat?: number | null;
        };
        /** @description A guided first game, for one learner against scripted others. */
        Lesson: {
            /** @description The learner's seat. */
            seat: number;
            /** @description The players' names; null: those of the game's text. */
            names: string[] | null;
            steps: components["schemas"]["LessonStep"][];
        };
        /**
         * @description A step of a lesson. If it expects something, it is over when the learner has done one of these; else when it is
         *         read.
         */
        LessonStep: {
            /** @description A sentence or two, in the language asked for. */
            say: string;
            title: string | null;
            /** @description What to point at: spaces and pieces by the names that notations have for them. */
            light: string[];
            /** @description Any of these actions; the next step goes on from the first. */
            expect: string[] | null;
            view: components["schemas"]["View"];
            /** @description What the learner may play now. */
            actions: string[];
            /** @description What has happened since the step before, as the learner is told. */
            events: components["schemas"]["Event"][];
            /** @description The rulings that it is about: anchors of the game's rules. */
            rules: string[];
            /** @description What actions cost, in their order: a cost by what is paid with, and how many in a row have it. */
            costs?: [
                {
                    [key: string]: number;
                },
                number
            ][];
            plans?: components["schemas"]["Plans"];
        };
        /** @description Your results against one kind of opponent. */
        LevelResult: {
            game: string;
            /** @description A bot; empty: people. */
            opponent: string;
            /** @description How many games with at least one of them. */
            games: number;
            won: number;
        };
        /** @description A line of the log: an `event` of the game, or a `note` of something at the table, by `seat` at the time `at`. */
        Line: {
            event?: components["schemas"]["Event"];
            /** @description The event was taken back. */
            undone?: boolean;
            /** @enum {unknown} */
            note?: "back" | "chatted" | "device_added" | "left" | "outage" | "rematched" | "removed" | "replaced" | "resigned" | "sat" | "signed_out" | "started" | "stood" | "undone";
            seat?: number | null;
            at?: number;
            /** @description What was said: plain text, to be shown as such. */
            text?: string;
            name?: string;
            bot?: string;
            table?: string;
        };
        /** @description A page of the lobby, the tables used last first. */
        Lobby: {
            tables: components["schemas"]["Card"][];
            /** @description `before` of the next page; null when this is the last. */
            next: string | null;
        };
        /** @description A page of the log. */
        LogPage: {
            /** @description How many lines the log has. */
            lines: number;
            /** @description How many of them nothing can change any more. */
            settled: number;
            /** @description The number of the first line of this page; lines count from 0. */
            from: number;
            log: components["schemas"]["Line"][];
        };
        /** @description How many turns of a seat got each mark. */
        Marks: {
            good: number;
            inaccuracy: number;
            mistake: number;
            blunder: number;
        };
        /** @description A bridge, and which way its ramps lead. */
        MexicaBridge: {
            at: string;
            /** @enum {unknown} */
            dir: "h" | "v";
        };
        /**
         * @description A district: the space of its token, its land, each seat's levels, and what it would give each seat if it were
         *         scored now.
         */
        MexicaDistrict: {
            levels: number[];
            neutral: number;
            points: number[];
            size: number;
            spaces: string[];
            token: string | null;
        };
        /** @description What is left for all: canal tiles of one and of two spaces, bridges. */
        MexicaSupply: {
            bridges: number;
            canal1: number;
            canal2: number;
        };
        /** @description A temple on the board; a neutral one has no seat. */
        MexicaTemple: {
            at: string;
            /** @enum {unknown} */
            level: 1 | 2 | 3 | 4;
            seat: number | null;
        };
        MexicaTemples: {
            1: number;
            2: number;
            3: number;
            4: number;
        };
        /** @description The token of a founded district. */
        MexicaToken: {
            at: string;
            size: number;
        };
        /** @description What everybody sees of a game of Mexica. */
        MexicaView: {
            ap: number;
            bridges: components["schemas"]["MexicaBridge"][];
            canals: string[][];
            display: number[];
            districts: components["schemas"]["MexicaDistrict"][];
            first: number | null;
            format: number;
            founded: components["schemas"]["MexicaToken"][];
            /** @enum {unknown} */
            game: "mexica";
            hands: components["schemas"]["MexicaTemples"][];
            idle_rounds: number;
            later: number[];
            options: {
                [key: string]: unknown;
            };
            pawns: (string | null)[];
            /** @enum {unknown} */
            period: 1 | 2;
            /** @enum {unknown} */
            phase: "deal" | "over" | "start" | "turn" | "vote";
            placed: boolean;
            refused: number[];
            removed: number[];
            round: number;
            rules: number;
            score: number[];
            seat: number | null;
            seats: number;
            supply: components["schemas"]["MexicaSupply"];
            taken: number;
            temples: components["schemas"]["MexicaTemple"][];
            token_supply: number;
            tokens: number[];
            turn: number;
            vote: components["schemas"]["MexicaVote"] | null;
        };
        /** @description A proposal to take a token from the display, and the seat that is asked now. */
        MexicaVote: {
            asked: number;
            by: number;
            size: number;
        };
        /**
         * @description The game just after an action, or after all that chance did in a row. The first is the start: it has neither seat
         *         nor action.
         */
        Moment: {
            /** @description Who acted; -1: chance; null: the start. */
            seat: number | null;
            /** @description With `?` where this viewer may not know; what chance did in a row is joined by `; `. */
            action: string | null;
            /** @description The step in which it was done. */
            step: number;
            events: components["schemas"]["Event"][];
            view: components["schemas"]["View"];
            /** @description A number for each seat that says who leads. */
            standing: number[];
        };
        /** @description A moment of a game that is over. */
        MomentOf: {
            /** @description The table, or the study of a record. */
            table: string;
            /** @description Its number, as `GET …/moments` counts them. */
            moment: number;
        };
        /** @description A page of the moments of a game, without those that were taken back. */
        Moments: {
            /** @description How many moments there are so far. */
            total: number;
            /** @description The number of the first moment of this page. */
            from: number;
            moments: components["schemas"]["Moment"][];
        };
        /** @description A table to be opened. With `from` or `position` the game starts there, and has the seats and options of that. */
        NewTable: {
            /** @description The name of a game. */
            game: string;
            /** @description Who is to sit where, seat by seat. */
            seats: components["schemas"]["SeatPlan"][];
            /** @description Options of the game that are not the default. */
            options?: {
                [key: string]: unknown;
            };
            /** @description The moment of another game to go on from. */
            from?: components["schemas"]["MomentOf"];
            /** @description A position in the format of its game (docs/position.md and its sisters). */
            position?: {
                [key: string]: unknown;
            };
            clock?: components["schemas"]["Clock"] | null;
            /** @description Whether the lobby shows the table, and anybody may sit on a free seat. */
            public?: boolean;
            /** @description Whether who sits there may ask a bot for advice. */
            hints?: boolean;
            /** @description A player's name; 32 letters of it are kept. */
            name?: string;
        };
        /** @description A table was opened. */
        Opened: {
            /** @description The id of a table. */
            table: string;
            invitations: components["schemas"]["Invitation"][];
            seats: number[];
            states: components["schemas"]["State"][];
        };
        /** @description What you began games with: `opening.KEY` of the game's text says it, or else `event.KEY`. */
        Opening: {
            game: string;
            action: string;
            /** @description What the log tells of it, in one of these games. */
            event: components["schemas"]["Event"];
            games: number;
            won: number;
        };
        /**
         * @description An option of a game, for a form: `choices`, or a whole number from `least` to `most`, or without either yes or
         *         no.
         */
        OptionForm: {
            name: string;
            default: unknown;
            /** @description In the language asked for. */
            label: string;
            help: string;
            choices?: unknown[];
            least?: number;
            most?: number;
        };
        /** @description A view to be shown as text. */
        Picture: {
            view: components["schemas"]["View"];
        };
        /**
         * @description What one click may mean beyond the state's `actions`: several actions, legal in that order. One entry of each
         *         list a plan.
         */
        Plans: {
            /** @description What the plan goes on from: the number of an action of `actions` or, counting on from those, of an earlier plan. */
            after: number[];
            /** @description What is played after that. */
            actions: string[][];
            /** @description What the whole plan costs, from its first action on, as in `State.costs`. */
            costs: [
                {
                    [key: string]: number;
                },
                number
            ][];
        };
        /** @description Play actions one after the other: all of them are carried out, or none. All belong to the step that is cited. */
        Play: {
            /** @enum {unknown} */
            do: "play";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            seat?: number | null;
            /** @description The `step` of the state that this answers. */
            step: number;
            /** @description The first is one of the state's `actions`. */
            actions: string[];
        };
        /** @description The whole position at a moment of a game that is over: nothing is hidden in it. */
        PositionOf: {
            game: string;
            moment: number;
            /** @description In the format of its game, as `POST /tables` takes it. */
            position: {
                [key: string]: unknown;
            };
        };
        /** @description A position as its game writes it, and all that can be seen in it. */
        PositionShown: {
            position: {
                [key: string]: unknown;
            };
            view: components["schemas"]["View"];
            seats: number;
            /** @description The seats that are to act; -1: chance. */
            actors: number[];
            /** @description Whether the game is over, so that nobody can go on from here. */
            over: boolean;
        };
        /** @description A position to be looked at. */
        PositionText: {
            /** @description A position in the format of its game (docs/position.md and its sisters). */
            position: {
                [key: string]: unknown;
            };
        };
        /** @description Who is there: after the first `seats`, and whenever it changes. */
        PresenceMessage: {
            /** @enum {unknown} */
            type: "presence";
            presence: components["schemas"]["Present"];
        };
        /** @description Who has the table open in a browser. */
        Present: {
            /** @description The seats that some connected browser holds. */
            seats: number[];
            /** @description How many connected browsers hold none. */
            watching: number;
        };
        /** @description A whole turn that is to be the solution of a puzzle. */
        PuzzleAnswer: {
            /** @description None: only the solution is wanted. */
            actions: string[];
        };
        /** @description A puzzle in a list. */
        PuzzleCard: {
            id: string;
            seats: number;
            /** @description The weakest level of bots that finds the solution, from 3 on. */
            level: number;
        };
        /** @description The puzzles of a game. */
        PuzzleList: {
            /** @description The easiest first. */
            puzzles: components["schemas"]["PuzzleCard"][];
        };
        /** @description What somebody has played in a puzzle so far. */
        PuzzleMoves: {
            /** @description All of the turn, from its beginning on. */
            actions: string[];
            /** @description How many of them you were shown already. */
            shown?: number;
        };
        /** @description What somebody who solves a puzzle sees. Of a turn that is over nothing but that: it can be answered now. */
        PuzzleState: {
            /** @description The seat whose turn is to be found. */
            seat: number;
            /** @description Whether the turn is over. */
            done: boolean;
            view?: components["schemas"]["View"];
            /** @description What it may play now. */
            actions?: string[];
            /** @description What actions cost, in their order: a cost by what is paid with, and how many in a row have it. */
            costs?: [
                {
                    [key: string]: number;
                },
                number
            ][];
            plans?: components["schemas"]["Plans"];
            /** @description What happened since what was shown. */
            events?: components["schemas"]["Event"][];
        };
        /** @description What is said of a turn that was to solve a puzzle. The solution is told to who has found it, or asks for it. */
        PuzzleVerdict: {
            solved: boolean;
            /** @description The chance to win that the turn gave away. */
            loss: number;
            /**
             * @description Empty if there was no turn.
             * @enum {unknown}
             */
            mark: "" | "blunder" | "good" | "inaccuracy" | "mistake";
            /** @description The best turn. */
            solution?: string[];
            /** @description How much more chance to win it gives than any other idea. */
            gain?: number;
            /** @description What speaks for it, in the language asked for. */
            reason?: string;
        };
        /** @description What somebody tried in a puzzle. */
        PuzzleWhy: {
            /** @description What was played before. */
            actions: string[];
            /** @description The first word of a notation. */
            do: string;
            /** @description Where: other words of it, as far as you know them. */
            at?: string;
        };
        /** @description A game that was played before. */
        RecordText: {
            /** @description The record (docs/record.md). */
            record: string;
        };
        /** @description Why not. Nothing has changed. */
        Refusal: {
            /** @description For programs. */
            code: string;
            /** @description For people. */
            message: string;
            /** @description The ruling's id, when the rules of the game forbid it. */
            rule?: string;
            /** @description The sentence of the game's text. */
            key?: string;
            /** @description What fills that sentence, or says more. */
            values?: {
                [key: string]: unknown;
            };
        };
        /** @description A command was not carried out; nothing has changed. */
        RefusedMessage: {
            /** @enum {unknown} */
            type: "refused";
            /** @description The command's. */
            id: string;
            refused: components["schemas"]["Refusal"];
        };
        /** @description The table for another game of the same people. */
        Rematch: {
            /** @description The id of a table. */
            table: string;
        };
        /** @description Free the seat of somebody else, called `name`, before the game starts. Only who opened the table may. */
        Remove: {
            /** @enum {unknown} */
            do: "remove";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            /** @description A seat; seats count from 0. */
            seat: number;
            /** @description Who is to go, as the state names them: whoever took the seat since then stays. */
            name: string;
        };
        /** @description Make a new link of your seat or, if you opened the table, of a free one; the old link stops working. */
        RenewLink: {
            /** @enum {unknown} */
            do: "renew_link";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            seat?: number | null;
        };
        /** @description Let a bot play for another seat whose player left or ran out of time. */
        Replace: {
            /** @enum {unknown} */
            do: "replace";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            /** @description A seat; seats count from 0. */
            seat: number;
        };
        /** @description Give up. A bot plays on; if only one person has not resigned, the game is over. */
        Resign: {
            /** @enum {unknown} */
            do: "resign";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            seat?: number | null;
        };
        /** @description How a game ended. */
        Result: {
            /** @description `resigned`, or a sentence of the game's text. */
            how?: string;
            winners?: number[];
            /** @description For each seat; 1 is best. */
            ranks?: number[];
            scores?: number[];
            /** @description Seats that a bot had to finish for somebody. */
            by_bots: number[];
            resigned: number[];
        };
        /** @description Who sits on a seat. */
        Seat: {
            /** @enum {unknown} */
            kind: "bot" | "open" | "person";
            name: string;
            /** @description The bot that plays here, perhaps for somebody who left. */
            bot: string | null;
            away?: boolean;
            resigned?: boolean;
        };
        /** @description Give a free seat to a bot before the game starts, or free it again. Only who opened the table may. */
        SeatBot: {
            /** @enum {unknown} */
            do: "seat_bot";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            /** @description A seat; seats count from 0. */
            seat: number;
            /** @description One of the game's bots; null: the bot that sits there goes. */
            bot?: string | null;
        };
        /** @description Who is to sit on a seat of a new table. */
        SeatPlan: {
            /**
             * @description `me`: whoever sends this. `open`: whoever has the seat's invitation. `bot`: a program.
             * @enum {unknown}
             */
            kind: "bot" | "me" | "open";
            /** @description For `bot`: one of the game's bots. */
            bot?: string;
            /** @description A player's name; 32 letters of it are kept. */
            name?: string;
        };
        /**
         * @description The seats that you hold at this table, and what else you are there: the first message, and whenever that
         *         changes.
         */
        SeatsMessage: {
            /** @enum {unknown} */
            type: "seats";
            seats: number[];
            /** @description Whether you opened the table. */
            opener: boolean;
            /** @description Whether its opener has removed you: only a new invitation lets you sit down again. */
            removed: boolean;
        };
        ServerMessage: components["schemas"]["SeatsMessage"] | components["schemas"]["PresenceMessage"] | components["schemas"]["StateMessage"] | components["schemas"]["AckMessage"] | components["schemas"]["RefusedMessage"] | components["schemas"]["ErrorMessage"];
        /** @description A table as one browser sees it: a state for each seat that it holds, else one spectator's state. */
        Shown: {
            /** @description The seats that you hold. */
            seats: number[];
            states: components["schemas"]["State"][];
            /** @description Whether you opened the table. */
            opener: boolean;
            /** @description Whether its opener has removed you: only a new invitation lets you sit down again. */
            removed: boolean;
        };
        /** @description Take your seat from all other browsers that hold it, and renew its link. */
        SignOutOthers: {
            /** @enum {unknown} */
            do: "sign_out_others";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            seat?: number | null;
        };
        /** @description Sit down: with the `token` of an invitation or, at a public table, on any free `seat`. */
        Sit: {
            /** @enum {unknown} */
            do: "sit";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            /** @description From an invitation's link. */
            token?: string;
            seat?: number | null;
            /** @description A player's name; 32 letters of it are kept. */
            name?: string;
        };
        /** @description Points of one kind: `source.KEY` of the game's text names it. */
        Source: {
            key: string;
            /** @description For each seat. */
            values: number[];
        };
        /** @description Free your seat before the game starts. */
        Stand: {
            /** @enum {unknown} */
            do: "stand";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            seat?: number | null;
        };
        /** @description Start the game, when no seat is free. */
        Start: {
            /** @enum {unknown} */
            do: "start";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
        };
        /** @description All that a seat, or a spectator, is shown. `step` and what follows are there once the game has started. */
        State: {
            /** @description The id of a table. */
            table: string;
            /** @description Counts the changes that this viewer is told of. */
            number: number;
            /** @description Whose state it is; null: a spectator's. */
            seat: number | null;
            /** @enum {unknown} */
            status: "open" | "over" | "playing";
            game: string;
            options: {
                [key: string]: unknown;
            };
            /** @description Whether the game starts from a position, not at its beginning. */
            from_position: boolean;
            public: boolean;
            /** @description Whether hints may be asked for at this table. */
            hints: boolean;
            seats: components["schemas"]["Seat"][];
            clock: components["schemas"]["ClockFace"] | null;
            /** @description The table where the same people play again. */
            rematch: string | null;
            /** @description How many lines the log has. */
            lines: number;
            /** @description How many of them nothing can change any more: what to say in `hello` when coming back. */
            settled: number;
            /** @description The last of them, at most a hundred: the rest by `GET …/log`. docs/api.md says how a client keeps them all. */
            log: components["schemas"]["Line"][];
            /** @description How many browsers hold this seat. */
            devices?: number;
            /** @description Commands cite it. */
            step?: number;
            /** @description The seats that the game waits for. */
            actors?: number[];
            view?: components["schemas"]["View"];
            result?: components["schemas"]["Result"] | null;
            /** @description What this seat may play now. */
            actions?: string[];
            /** @description The same in groups, in a stream whose `hello` asks for it: what actions begin with, and how they go on from there, with `;` in between. */
            grouped?: [
                string,
                string
            ][];
            /** @description What actions cost, in their order: a cost by what is paid with, and how many in a row have it. */
            costs?: [
                {
                    [key: string]: number;
                },
                number
            ][];
            plans?: components["schemas"]["Plans"];
            /** @description Whether this seat may take something back. */
            undo?: boolean;
            /** @description While this seat makes its sealed choice anew: what it sealed first, which counts until then. */
            sealed?: components["schemas"]["Event"];
        };
        /** @description The newest state of a seat, or of a spectator, with the lines of the log that you lack. */
        StateMessage: {
            /** @enum {unknown} */
            type: "state";
            state: components["schemas"]["State"];
        };
        /** @description How points were made, as far as the viewer may know. */
        Summary: {
            sources: components["schemas"]["Source"][];
            /** @description The standing of all seats at the start, and at the end of each step. */
            lead: number[][];
            /** @description The number of the moment at which each of these standings was reached. */
            at: number[];
        };
        /** @description What somebody would have played in a turn of a game that is over. */
        Try: {
            /** @description The number of the turn, as the analysis counts them. */
            turn: number;
            /** @description In the place of `played`. */
            actions: string[];
        };
        /** @description What a turn did to the chances to win, by what its seat could know then, and what would have been better. */
        TurnReport: {
            /** @description Its number; turns count from 0. */
            turn: number;
            /** @description The moment before the turn, and the last one of it. */
            moments: number[];
            /** @description Who played; -1: chance. */
            seat: number;
            played: string[];
            /** @description For each seat the probability to win. */
            before: number[];
            /** @description For each seat the probability to win. */
            after: number[];
            /** @description As `before`, by all that nobody could know, too. */
            open_before: number[];
            /** @description As `after`, by all that nobody could know, too. */
            open_after: number[];
            /** @description For each seat what it won by chance, and by what turned out. */
            luck: number[];
            /** @description The chance to win that the seat gave away. */
            loss: number;
            /**
             * @description Empty where there was nothing to choose.
             * @enum {unknown}
             */
            mark: "" | "blunder" | "good" | "inaccuracy" | "mistake";
            /** @description What would have been better. */
            best?: string[];
            /** @description The chances after that. */
            after_best?: number[];
            /** @description What speaks for it, in the language asked for. */
            reason?: string;
        };
        /** @description Where a game turned. */
        TurningPoint: {
            /** @description The number of the turn. */
            turn: number;
            /**
             * @description Which sentence it is.
             * @enum {unknown}
             */
            key: "lead" | "lost" | "luck";
            /** @description What fills the sentence. */
            values: {
                [key: string]: unknown;
            };
        };
        /** @description Take back all that your last command played in this step, or reconsider your sealed choice. */
        Undo: {
            /** @enum {unknown} */
            do: "undo";
            /** @description Made by the client, new for each command. A command that is sent again with its id is carried out once; another command with that id is refused. */
            id: string;
            seat?: number | null;
            /** @description The `step` of the state that this answers. */
            step: number;
        };
        /** @description What the view of every game holds. Each game's own type is in its `schema.py`. */
        View: {
            game: string;
            phase: string;
            seat: number | null;
            seats: number;
        };
        /** @description Whether an action is legal now, and if not, why. */
        Why: {
            legal: boolean;
            refused?: components["schemas"]["Refusal"];
        };
        /** @description A finished game of yours. */
        YourGame: {
            /** @description The id of a table. */
            table: string;
            /** @description When it ended (Unix time). */
            at: number;
            game: string;
            seat: number;
            /** @description How many seats there were. */
            seats: number;
            /** @description 1 is best; null if the game ended before its time. */
            place: number | null;
            score: number | null;
            won: boolean;
            /** @description Who sat on the other seats: bots by name; empty: people. */
            against: string[];
            from_position: boolean;
            /** @description False if you resigned and a bot played on: then there is no accuracy. */
            to_the_end: boolean;
            accuracy?: number | null;
        };
        /** @description How your finished games went. */
        YourGames: {
            /** @description The last ones, the newest first. */
            games: components["schemas"]["YourGame"][];
            /** @description Of those that began at the beginning, 500 at most; so are `results` and `openings`. */
            totals: components["schemas"]["GameTotal"][];
            /** @description Whether there are older ones, which are not counted. */
            more: boolean;
            results: components["schemas"]["LevelResult"][];
            /** @description Of the last forty of them, by game, the most frequent first. */
            openings: components["schemas"]["Opening"][];
        };
        /** @description What everybody can tell by counting: of the seat's warriors on these spaces at most so many are of that guild. */
        YucatanLimit: {
            at: string[];
            /** @enum {unknown} */
            guild: "hummingbird" | "jaguar" | "serpent";
            most: number;
            seat: number;
        };
        /** @description Warriors off the board, by guild. */
        YucatanReserve: {
            hummingbird: number;
            jaguar: number;
            serpent: number;
        };
        /** @description What a seat may know of a game of Yucatán. Reserves of others are only counted. */
        YucatanView: {
            first: number | null;
            format: number;
            /** @enum {unknown} */
            game: "yucatan";
            levels: number[];
            limits: components["schemas"]["YucatanLimit"][];
            options: {
                [key: string]: unknown;
            };
            owes: number | null;
            /** @enum {unknown} */
            phase: "dismiss" | "first" | "large" | "neutral" | "over" | "small" | "steal" | "turn" | "warriors";
            prisoners: number[];
            reserves: (components["schemas"]["YucatanReserve"] | number)[];
            round: number;
            rules: number;
            seat: number | null;
            seats: number;
            supply: number;
            thief: string | null;
            turn: number | null;
            villages: components["schemas"]["YucatanVillage"][];
            warriors: components["schemas"]["YucatanWarrior"][];
        };
        /** @description A village; a neutral one has no seat. */
        YucatanVillage: {
            at: string;
            seat: number | null;
            /** @enum {unknown} */
            size: "large" | "small";
        };
        /** @description A warrior on the board. Of a hidden one, `may` lists the guilds that he can be for all that everybody knows. */
        YucatanWarrior: {
            at: string;
            /** @enum {unknown} */
            guild: "?" | "hummingbird" | "jaguar" | "serpent";
            load: number;
            may?: ("hummingbird" | "jaguar" | "serpent")[];
            seat: number;
            shown: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AckMessage = components['schemas']['AckMessage'];
export type Analysis = components['schemas']['Analysis'];
export type AnalysisSummary = components['schemas']['AnalysisSummary'];
export type AztecoDeck = components['schemas']['AztecoDeck'];
export type AztecoGain = components['schemas']['AztecoGain'];
export type AztecoRound = components['schemas']['AztecoRound'];
export type AztecoView = components['schemas']['AztecoView'];
export type AztecoWorth = components['schemas']['AztecoWorth'];
export type Back = components['schemas']['Back'];
export type Card = components['schemas']['Card'];
export type Chat = components['schemas']['Chat'];
export type ClientMessage = components['schemas']['ClientMessage'];
export type Clock = components['schemas']['Clock'];
export type ClockFace = components['schemas']['ClockFace'];
export type Command = components['schemas']['Command'];
export type Cursor = components['schemas']['Cursor'];
export type DailyPuzzle = components['schemas']['DailyPuzzle'];
export type Done = components['schemas']['Done'];
export type ErrorMessage = components['schemas']['ErrorMessage'];
export type Event = components['schemas']['Event'];
export type GameCard = components['schemas']['GameCard'];
export type GameTotal = components['schemas']['GameTotal'];
export type Games = components['schemas']['Games'];
export type Hello = components['schemas']['Hello'];
export type Hint = components['schemas']['Hint'];
export type Invitation = components['schemas']['Invitation'];
export type Invitations = components['schemas']['Invitations'];
export type Leave = components['schemas']['Leave'];
export type Lesson = components['schemas']['Lesson'];
export type LessonStep = components['schemas']['LessonStep'];
export type LevelResult = components['schemas']['LevelResult'];
export type Line = components['schemas']['Line'];
export type Lobby = components['schemas']['Lobby'];
export type LogPage = components['schemas']['LogPage'];
export type Marks = components['schemas']['Marks'];
export type MexicaBridge = components['schemas']['MexicaBridge'];
export type MexicaDistrict = components['schemas']['MexicaDistrict'];
export type MexicaSupply = components['schemas']['MexicaSupply'];
export type MexicaTemple = components['schemas']['MexicaTemple'];
export type MexicaTemples = components['schemas']['MexicaTemples'];
export type MexicaToken = components['schemas']['MexicaToken'];
export type MexicaView = components['schemas']['MexicaView'];
export type MexicaVote = components['schemas']['MexicaVote'];
export type Moment = components['schemas']['Moment'];
export type MomentOf = components['schemas']['MomentOf'];
export type Moments = components['schemas']['Moments'];
export type NewTable = components['schemas']['NewTable'];
export type Opened = components['schemas']['Opened'];
export type Opening = components['schemas']['Opening'];
export type OptionForm = components['schemas']['OptionForm'];
export type Picture = components['schemas']['Picture'];
export type Plans = components['schemas']['Plans'];
export type Play = components['schemas']['Play'];
export type PositionOf = components['schemas']['PositionOf'];
export type PositionShown = components['schemas']['PositionShown'];
export type PositionText = components['schemas']['PositionText'];
export type PresenceMessage = components['schemas']['PresenceMessage'];
export type Present = components['schemas']['Present'];
export type PuzzleAnswer = components['schemas']['PuzzleAnswer'];
export type PuzzleCard = components['schemas']['PuzzleCard'];
export type PuzzleList = components['schemas']['PuzzleList'];
export type PuzzleMoves = components['schemas']['PuzzleMoves'];
export type PuzzleState = components['schemas']['PuzzleState'];
export type PuzzleVerdict = components['schemas']['PuzzleVerdict'];
export type PuzzleWhy = components['schemas']['PuzzleWhy'];
export type RecordText = components['schemas']['RecordText'];
export type Refusal = components['schemas']['Refusal'];
export type RefusedMessage = components['schemas']['RefusedMessage'];
export type Rematch = components['schemas']['Rematch'];
export type Remove = components['schemas']['Remove'];
export type RenewLink = components['schemas']['RenewLink'];
export type Replace = components['schemas']['Replace'];
export type Resign = components['schemas']['Resign'];
export type Result = components['schemas']['Result'];
export type Seat = components['schemas']['Seat'];
export type SeatBot = components['schemas']['SeatBot'];
export type SeatPlan = components['schemas']['SeatPlan'];
export type SeatsMessage = components['schemas']['SeatsMessage'];
export type ServerMessage = components['schemas']['ServerMessage'];
export type Shown = components['schemas']['Shown'];
export type SignOutOthers = components['schemas']['SignOutOthers'];
export type Sit = components['schemas']['Sit'];
export type Source = components['schemas']['Source'];
export type Stand = components['schemas']['Stand'];
export type Start = components['schemas']['Start'];
export type State = components['schemas']['State'];
export type StateMessage = components['schemas']['StateMessage'];
export type Summary = components['schemas']['Summary'];
export type Try = components['schemas']['Try'];
export type TurnReport = components['schemas']['TurnReport'];
export type TurningPoint = components['schemas']['TurningPoint'];
export type Undo = components['schemas']['Undo'];
export type View = components['schemas']['View'];
export type Why = components['schemas']['Why'];
export type YourGame = components['schemas']['YourGame'];
export type YourGames = components['schemas']['YourGames'];
export type YucatanLimit = components['schemas']['YucatanLimit'];
export type YucatanReserve = components['schemas']['YucatanReserve'];
export type YucatanView = components['schemas']['YucatanView'];
export type YucatanVillage = components['schemas']['YucatanVillage'];
export type YucatanWarrior = components['schemas']['YucatanWarrior'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
