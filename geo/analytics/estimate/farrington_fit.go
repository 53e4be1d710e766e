package estimate

import "math"

// reference is what the weeks before the tested one tell.
type reference struct {
	weeks     []referenceWeek
	years     int     // that have effort in their windows
	freedom   float64 // weeks less their periods
	maxRate   float64 // specimens per unit of effort
	maxEffort float64
}

type referenceWeek struct {
	specimens, effort float64
	time              float64 // index of the week
	period            int     // of the year
	weight            float64 // less than others for an earlier excess

	logRate  float64 // fitted
	fitted   float64 // specimens
	working  float64 // weight of the last step
	response float64 // of the last step, a logarithm of a rate
	leverage float64
}

// curve is the logarithm of the rate: a level for each period and a slope in time.
type curve struct {
	level      [periods]float64 // at index 0
	slope      float64          // in a week
	dispersion float64          // variance by mean, at least 1
}

// rate is the rate that the curve has in the tested week, specimens per unit of effort.
func (c curve) rate(now int) float64 { return math.Exp(c.level[window] + c.slope*float64(now)) }

// referenceOf selects the weeks from the window of the earliest year to pastWeeks before now. The weeks between two windows divide into periods
// of which the first ones are a week longer where they do not divide evenly.
func referenceOf(weeks []Week, now int, lags []int) reference {
	var r reference
	next := now
	for _, lag := range lags {
		same := now - lag
		if same < halfWindow {
			break
		}
		before := len(r.weeks)
		i := same - halfWindow
		for ; i <= same+halfWindow; i++ {
			r.add(weeks[i], i, window)
		}
		if len(r.weeks) > before {
			r.years++
		}
		between := next - halfWindow - i
		for period := range window {
			size := between / window
			if period < between%window {
				size++
			}
			for ; size > 0; size-- {
				if i < now-pastWeeks {
					r.add(weeks[i], i, period)
				}
				i++
			}
		}
		next = same
	}
	var seen [periods]bool
	r.freedom = float64(len(r.weeks))
	for _, w := range r.weeks {
		if !seen[w.period] {
			seen[w.period] = true
			r.freedom--
		}
	}
	return r
}

// add adds a week with effort.
func (r *reference) add(w Week, time, period int) {
	if !(w.Effort > 0) {
		return
	}
	specimens := float64(w.Specimens)
	r.weeks = append(r.weeks, referenceWeek{specimens: specimens, effort: w.Effort, time: float64(time), period: period})
	r.maxRate = max(r.maxRate, specimens/w.Effort)
	r.maxEffort = max(r.maxEffort, w.Effort)
}

// robust fits the curve twice, the second time with less weight on weeks that are far above the first. It is false where a fit does not converge.
func (r reference) robust(trend bool) (curve, bool) {
	for i := range r.weeks {
		r.weeks[i].weight = 1
	}
	c, ok := r.fit(trend)
	if !ok {
		return c, false
	}
	r.reweight(c.dispersion)
	return r.fit(trend)
}

// reweight weights each week by its standardized Anscombe residual s: s^-2 above maxResidual, else 1, so scaled that the sum is the number of weeks.
func (r reference) reweight(dispersion float64) {
	sum := 0.0
	for i := range r.weeks {
		w := &r.weeks[i]
		w.weight = 1
		s := 1.5 * (math.Pow(w.specimens, 2.0/3)*math.Pow(w.fitted, -1.0/6) - math.Sqrt(w.fitted))
		s /= math.Sqrt(dispersion * (1 - w.leverage))
		const alone = 1 - 1e-9 // leverage of a week that no other week of its period can contradict
		if s > maxResidual && w.leverage < alone {
			w.weight = 1 / (s * s)
		}
		sum += w.weight
	}
	for i := range r.weeks {
		r.weeks[i].weight *= float64(len(r.weeks)) / sum
	}
}

// fit is a quasi-Poisson regression with a logarithmic link by iteratively reweighted least squares, from the start and to the tolerance that R's
// glm has. Each step is solved within the periods, whose levels are means, so that it needs no matrix. It is false without convergence.
func (r reference) fit(trend bool) (curve, bool) {
	for i := range r.weeks {
		w := &r.weeks[i]
		w.fitted = w.specimens + 0.1
		w.logRate = math.Log(w.fitted / w.effort)
	}
	deviance := r.deviance()
	for range fitSteps {
		c := r.step(trend)
		before := deviance
		deviance = r.deviance()
		if math.IsNaN(deviance) || math.IsInf(deviance, 0) {
			return c, false
		}
		if math.Abs(deviance-before) < tolerance*(math.Abs(deviance)+0.1) {
			return c, true
		}
	}
	return curve{}, false
}

// step fits the curve by least squares to the logarithm of the rate, linearized at the fitted specimens.
func (r reference) step(trend bool) curve {
	var weight, time, response [periods]float64
	for i := range r.weeks {
		w := &r.weeks[i]
		w.working = w.weight * w.fitted
		w.response = w.logRate + (w.specimens-w.fitted)/w.fitted
		weight[w.period] += w.working
		time[w.period] += w.working * w.time
		response[w.period] += w.working * w.response
	}
	for p := range periods {
		if weight[p] > 0 {
			time[p] /= weight[p]
			response[p] /= weight[p]
		}
	}
	var c curve
	var squares, products float64
	if trend {
		for i := range r.weeks {
			w := &r.weeks[i]
			t := w.time - time[w.period]
			squares += w.working * t * t
			products += w.working * t * (w.response - response[w.period])
		}
		c.slope = products / squares
	}
	for p := range periods {
		c.level[p] = response[p] - c.slope*time[p]
	}
	freedom := r.freedom
	if trend {
		freedom--
	}
	for i := range r.weeks {
		w := &r.weeks[i]
		w.leverage = w.working / weight[w.period]
		if trend {
			t := w.time - time[w.period]
			w.leverage += w.working * t * t / squares
		}
		w.logRate = c.level[w.period] + c.slope*w.time
		w.fitted = w.effort * math.Exp(w.logRate)
		residual := (w.specimens - w.fitted) / w.fitted
		c.dispersion += w.working * residual * residual / freedom
	}
	c.dispersion = max(c.dispersion, 1)
	return c
}

// deviance is that of a Poisson distribution.
func (r reference) deviance() float64 {
	sum := 0.0
	for i := range r.weeks {
		w := &r.weeks[i]
		d := w.fitted - w.specimens
		if w.specimens > 0 {
			d += w.specimens * math.Log(w.specimens/w.fitted)
		}
		sum += 2 * w.weight * d
	}
	return sum
}
